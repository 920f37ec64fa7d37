-- Games in play and games packed. PostgreSQL spells `integer primary key` and `blob` its own way.

create table schema_version (version integer not null);
insert into schema_version (version) values (0);

create table game (
  id integer primary key,
  rules text not null,
  seed blob not null,
  created_at bigint not null,  -- seconds since 1970
  front text not null,         -- where it was begun
  length integer,              -- how many actions the replay holds
  replay blob,                 -- null while the game is in play
  check ((length is null) = (replay is null))
);

-- The log of the games in play, gapless from 1. Its primary key is the lock.
create table action (
  game_id integer not null references game (id),
  seq integer not null,
  at_ms bigint not null,
  player integer not null,
  kind smallint not null,
  row integer not null,
  col integer not null,
  via text not null,
  x double precision,
  y double precision,
  primary key (game_id, seq),
  check ((x is null) = (y is null))
) without rowid;

-- Few games are in play and many are packed: finding the former must not read the latter.
create index game_in_play on game (id) where replay is null;
