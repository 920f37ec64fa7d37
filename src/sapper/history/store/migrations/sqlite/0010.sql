-- The ranked try of a player at a daily board: the first game started on it, and only that one. The player is empty for
-- the one at this machine. The game is null once it was deleted: the try stays used.
create table daily_try (
  player blob not null,
  day text not null,    -- in UTC, such as 2026-11-16
  level text not null,
  game_id integer references game (id),
  primary key (player, day, level)
);
create index daily_try_day on daily_try (day, level);
create index daily_try_game on daily_try (game_id);
