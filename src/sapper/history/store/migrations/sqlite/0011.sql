-- People who play together on a server. A party is a list of events; what else is here follows from them, and is only
-- for finding parties. The code can be read aloud, and is null while the party does not wait.
create table party (
  id text primary key,
  seq integer not null,
  code text unique,
  own_code text not null,
  is_public integer not null,
  stage text not null,
  changed_at integer not null  -- seconds since 1970
);
create index party_listed on party (changed_at) where is_public and stage <> 'closed';
create table party_event (
  party text not null references party (id),
  seq integer not null,
  data blob not null,
  primary key (party, seq)
) without rowid;
