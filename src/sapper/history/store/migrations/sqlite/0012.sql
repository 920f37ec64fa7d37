-- Who played a game beside the one who began it: it is among their games too. Written when the game ends.
create table game_player (
  player blob not null,
  game_id integer not null references game (id),
  primary key (player, game_id)
) without rowid;
create index game_player_game on game_player (game_id);
