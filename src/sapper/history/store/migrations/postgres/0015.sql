create table server_key (id integer primary key check (id = 1), key bytea not null);
