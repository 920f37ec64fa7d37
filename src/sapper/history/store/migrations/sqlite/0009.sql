-- Who may not use a server: the public id of a player, an address, or a network.
create table ban (
  who text primary key,
  until bigint,  -- seconds since 1970; null for good
  reason text not null,
  created_at bigint not null
);
