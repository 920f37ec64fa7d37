-- A player may have a public page. Of one who has deleted everything only the hash of the key stays, so that the tokens
-- that are still in browsers end.
alter table player add column is_public boolean not null default false;
create table ended_key (
  hash blob primary key
) without rowid;
