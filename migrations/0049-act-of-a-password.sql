-- The act that set a password, by its command id: its form, sent twice, counts as no wrong password.
alter table identity.credential add column set_by text;
