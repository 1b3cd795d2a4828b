-- How an identity was verified, who recorded it and when (21 CFR 11.100(b)); null while nobody has verified it.
alter table read.user_account
  add column identity_how text,
  add column identity_by text,
  add column identity_verified_at timestamptz;
