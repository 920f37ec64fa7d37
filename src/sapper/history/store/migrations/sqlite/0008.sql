-- What the check of a running store writes and reads back.
create table probe (id integer primary key check (id = 1), value bigint not null);
insert into probe (id, value) values (1, 0);
