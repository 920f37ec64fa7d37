-- The custom level of the Amiga game that a player chose last, and the last game before that choice: the record of
-- the level chosen before is forgotten then. The owner is the key of a player on a server, and empty elsewhere.
create table custom_level (
  owner blob primary key,
  level text not null,
  last_game integer not null
);
