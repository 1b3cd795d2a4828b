-- A password's hash is bound to its person, its time and SECRET_KEY, which only the servers have: the code that runs
-- this file fills the column (app/database/bind-passwords.ts).
alter table identity.credential add column password_mac bytea check (octet_length(password_mac) = 32);
