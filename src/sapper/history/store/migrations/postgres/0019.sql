-- From which networks a daily board was played to its end: further tries from there are not ranked. A network is a keyed
-- digest, no address, and stays for two days. It outlives the game, which its player may delete.
create table daily_end (
  day text not null,
  level text not null,
  network text not null,
  game text not null,  -- the id that clients know
  primary key (day, level, network, game)
);
