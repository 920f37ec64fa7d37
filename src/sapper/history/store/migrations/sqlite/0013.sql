-- How long the clock of a game on a server has run: see sapper.server.service_time. All times are milliseconds since
-- 1970.
alter table action add column played_at bigint;  -- when the last action of the same append was played, on a server
alter table round add column open_at bigint not null default 0;  -- when somebody last had the game open, and waited
-- Since when at least one of the servers that share the store has been up, and when one of them last was.
create table service (started_at bigint not null, alive_at bigint not null);
insert into service (started_at, alive_at) values (0, 0);
