-- Finished games that nobody may read yet: until the round of a party is over, or until a time.
create table sealed (
  game_id bigint primary key references game (id),
  party text,
  until bigint  -- seconds since 1970
);
create index sealed_party on sealed (party);
