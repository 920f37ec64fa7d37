alter table action add column played_at bigint;
alter table round add column open_at bigint not null default 0;
create table service (started_at bigint not null, alive_at bigint not null);
insert into service (started_at, alive_at) values (0, 0);
