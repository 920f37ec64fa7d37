-- Tournaments: each is a list of events, as a party is; its races are rounds of parties.
create table tournament (
  id text primary key,
  seq integer not null,
  starts_at integer not null,   -- seconds since 1970
  ends_at integer not null,     -- when it is over at the latest
  is_over boolean not null,
  changed_at integer not null
) without rowid;
create index tournament_time on tournament (is_over, starts_at);
create table tournament_event (
  tournament text not null,
  seq integer not null,
  data blob not null,
  primary key (tournament, seq)
) without rowid;
create table tournament_race (
  party text primary key,
  tournament text not null
) without rowid;
create index tournament_race_of on tournament_race (tournament);
