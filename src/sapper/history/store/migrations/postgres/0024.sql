-- Ratings of players for each mode and level class, computed from the finished rounds in their order; a round adds a
-- step to the curve of each of its players. The state says by which version of the computation, and up to which round.
create table rating (
  mode text not null,
  level text not null,
  is_bot boolean not null,
  player bytea not null,
  value double precision not null,
  deviation double precision not null,
  volatility double precision not null,
  rounds integer not null,
  wins integer not null,
  best double precision not null,   -- the highest value that was sure; 0 without one
  ended_at bigint not null,         -- of the last round, in milliseconds since 1970
  primary key (mode, level, is_bot, player)
);
create index rating_player on rating (player);
create index rating_best on rating (mode, level, is_bot, value);
create table rating_step (
  round_id bigint not null references finished_round (id),
  player bytea not null,
  mode text not null,
  level text not null,
  is_bot boolean not null,
  value double precision not null,  -- after the round
  gain double precision not null,   -- by it
  ended_at bigint not null,
  primary key (round_id, player)
);
create index rating_step_player on rating_step (player, mode, level, is_bot, round_id);
create table rating_state (  -- one row, or none before the first round
  version integer not null,
  last_round bigint not null
);
