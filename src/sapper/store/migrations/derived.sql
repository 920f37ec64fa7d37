-- What follows from the replays. Nothing here is migrated: it is dropped and made again.

create table if not exists summary (
  game_id integer primary key references game (id),
  status text not null,
  level text not null,
  ruleset text not null,
  elapsed_ms bigint not null,
  ended_at bigint not null,
  hints integer not null,
  assisted boolean not null,
  practice boolean not null
);
