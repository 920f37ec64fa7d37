-- Columns carry the names that the code uses.
alter table game rename column front to source;
alter table game rename column chosen to known_board;
alter table action rename column via to device;
