-- What was given away and what luck did in finished games, computed from their replays; null without a report.
create table balance (
  game_id bigint primary key references game (id),
  version integer not null,
  start integer,        -- in ten-thousandths of a game, as all of these
  given_away integer,
  luck integer,
  exact boolean not null
);
