-- Answers to questions of lessons, the trainer and puzzles: schedules and ratings are computed from them.
create table answer (
  player blob not null,  -- empty for the player of this machine
  subject text not null,
  item text not null,
  answered_at integer not null,  -- milliseconds since 1970
  grade integer not null,
  elapsed integer not null,  -- milliseconds
  primary key (player, subject, item, answered_at)
);
create index answer_subject on answer (player, subject, answered_at);

-- The moments of finished games, computed from their replays.
create table study (
  game_id integer primary key references game (id),
  version integer not null,
  moments text not null
);

create index game_seed on game (seed);
