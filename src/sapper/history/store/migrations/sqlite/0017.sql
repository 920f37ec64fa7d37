-- The files of the page, by their version: a server of another one serves them to pages that are still open.
create table page_release (version text primary key, files blob not null, used_at bigint not null);
