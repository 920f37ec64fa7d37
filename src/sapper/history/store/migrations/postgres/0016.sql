-- Which game of a room a game follows, 0 for its first: of two servers that begin the next one, only one succeeds. Null
-- for games from before.
alter table round add column previous bigint;
create unique index round_follows on round (room, previous);
