-- The key that signs guests and replays, where several servers use the store. Elsewhere it is the file server.key.
create table server_key (id integer primary key check (id = 1), key blob not null);
