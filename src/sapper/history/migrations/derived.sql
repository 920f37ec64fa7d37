-- What follows from the replays. Nothing here is migrated: it is dropped and made again.

create table if not exists summary (
  game_id integer primary key references game (id),
  status text not null,
  level text not null,
  ruleset text not null,
  elapsed_ms bigint not null,
  ended_at bigint not null,
  hints integer not null,
  assisted boolean not null,
  practice boolean not null,
  configuration text not null,  -- what best times are kept for
  layout text not null,
  name text not null,
  undone integer not null,
  pauses integer not null,
  known boolean not null,       -- the player knew the board
  bbbv bigint not null,
  solved bigint not null,
  left_clicks integer not null,
  right_clicks integer not null,
  chords integer not null,
  effective integer not null,
  ranked boolean not null,
  plain boolean not null,       -- without help
  digest blob not null          -- of the replay: the same is not kept twice
);
create index if not exists summary_times on summary (configuration, ranked, elapsed_ms) where status = 'won';
create index if not exists summary_digest on summary (digest);
