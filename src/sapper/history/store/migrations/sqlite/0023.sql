-- A player can be found by the id that others see, comes back with a code, and has tokens of a generation: those of an
-- earlier one are not valid any more.
alter table player add column public_id text;
alter table player add column code_hash blob;  -- of the recovery code, null without one
alter table player add column generation integer not null default 0;
create unique index player_public_id on player (public_id);
create unique index player_code on player (code_hash);
-- Codes that link another device, valid once.
create table link_code (
  hash blob primary key,
  player blob not null,
  expires_at integer not null  -- seconds since 1970
) without rowid;
