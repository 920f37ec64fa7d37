-- Which message of a client an action answers, so that one that is sent again is not logged twice. Empty for actions
-- that no client of a server sent.
alter table action add column tab text;
alter table action add column number bigint;

-- The same of the last actions of a finished game, whose log is packed into its replay.
create table recent_ids (
  game_id integer primary key references game (id),
  runs text not null  -- JSON: [tab, first number, how many], in the order of the actions
);
