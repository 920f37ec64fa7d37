-- Players decide about each other: who sees that they are there, whom they block and challenge, and whom they report to
-- the host.
alter table player add column is_seen boolean not null default false;
create table blocked (
  player blob not null,
  other blob not null,
  primary key (player, other)
) without rowid;
create table challenge (
  player blob not null, -- who is challenged
  challenger blob not null,
  party text not null,
  made_at integer not null, -- seconds since 1970
  primary key (player, challenger)
) without rowid;
create table player_report (
  player blob not null,
  reporter blob not null,
  name text not null, -- of the player then
  reason text not null,
  words text not null,
  made_at integer not null,
  primary key (player, reporter)
) without rowid;
