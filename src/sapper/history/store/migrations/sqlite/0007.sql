-- Which games of a server are still in play, and when they were last open there: the rooms of a player are found
-- without reading anybody's games, and games that nobody returns to expire. Games from before count from today.
alter table round add column finished boolean not null default false;
alter table round add column touched_at bigint not null default 0;  -- seconds since 1970
update round set finished = true where game_id in (select id from game where replay is not null);
update round set touched_at = cast(strftime('%s', 'now') as integer) where not finished;
create index round_in_play on round (player, game_id) where not finished;
create index round_idle on round (touched_at) where not finished;
