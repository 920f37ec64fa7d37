-- Players decide about each other: who sees that they are there, whom they block and challenge, and whom they report to
-- the host.
alter table player add column is_seen boolean not null default false;
create table blocked (
  player bytea not null,
  other bytea not null,
  primary key (player, other)
);
create table challenge (
  player bytea not null, -- who is challenged
  challenger bytea not null,
  party text not null,
  made_at bigint not null, -- seconds since 1970
  primary key (player, challenger)
);
create table player_report (
  player bytea not null,
  reporter bytea not null,
  name text not null, -- of the player then
  reason text not null,
  words text not null,
  made_at bigint not null,
  primary key (player, reporter)
);
