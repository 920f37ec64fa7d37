-- How far the clock of a game in play was when a player alone was last seen thinking, in milliseconds of playing time.
alter table game add column clock_ms bigint not null default 0;
