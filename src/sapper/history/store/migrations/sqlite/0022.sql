-- Rounds that were played to their end in parties, and the result of each player. Ratings, the pages of players and
-- the replays of rounds are computed from them; a party itself expires.
create table finished_round (
  id integer primary key,
  public_id text not null unique,
  party text not null,
  number integer not null,      -- of the round in its party
  mode text not null,
  terms text not null,          -- JSON
  started_at bigint not null,   -- milliseconds since 1970
  ended_at bigint not null,
  objections text not null,     -- why it is not rated, separated by commas; empty if it is
  unique (party, number)
);
create table finished_seat (
  round_id integer not null references finished_round (id),
  seat integer not null,
  player blob not null,
  name text not null,
  is_bot boolean not null,
  strength text not null,       -- of the solver of the server
  place integer not null,       -- from 1; 0 for a player who has none
  status text not null,
  share double precision not null,  -- of the safe squares that were opened
  at_ms bigint not null,        -- the playing time
  points integer not null,
  game_id integer,              -- null if the game was deleted, or if there are several
  primary key (round_id, seat)
) without rowid;
create index finished_seat_player on finished_seat (player, round_id);
create index finished_seat_game on finished_seat (game_id);
