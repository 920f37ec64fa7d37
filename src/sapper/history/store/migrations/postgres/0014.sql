-- Which people are connected to which of several servers with this store. A server that runs counts on; one whose number
-- stays the same for long is gone, and nobody is there.
create table server_node (
  id text primary key,
  beats bigint not null
);
create table presence (
  party text not null,
  node text not null,
  people text not null,  -- JSON: the seats with their devices, and how many watch
  primary key (party, node)
);
create index presence_node on presence (node);
-- What a party of a quick match plays, as long as somebody else may come: one party waits for each.
alter table party add column match_key text;
create unique index party_match on party (match_key);
