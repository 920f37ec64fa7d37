-- Whether the player knew the board: its seed was entered, or it was played before.
alter table game add column chosen boolean not null default false;

-- Counting the packed games must not read them.
create index game_packed on game (id) where replay is not null;
