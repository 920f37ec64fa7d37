-- Players are guests: the key is a digest of the secret that only their browser holds.
create table player (
  key blob primary key,
  name text not null,
  created_at bigint not null  -- seconds since 1970
);

-- A game on a server: the ids that a page knows it by, and the salt of the seal that was shown at its start.
create table round (
  game_id integer primary key references game (id),
  public_id text not null unique,
  room text not null,
  player blob not null,
  salt blob not null
);
create index round_room on round (room, game_id);
create index round_player on round (player, game_id);
