-- Tournaments: each is a list of events, as a party is; its races are rounds of parties.
create table tournament (
  id text primary key,
  seq integer not null,
  starts_at bigint not null,   -- seconds since 1970
  ends_at bigint not null,     -- when it is over at the latest
  is_over boolean not null,
  changed_at bigint not null
);
create index tournament_time on tournament (is_over, starts_at);
create table tournament_event (
  tournament text not null,
  seq integer not null,
  data bytea not null,
  primary key (tournament, seq)
);
create table tournament_race (
  party text primary key,
  tournament text not null
);
create index tournament_race_of on tournament_race (tournament);
