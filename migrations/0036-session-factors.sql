-- Whether the sign-in had a second factor, and whether a signature of the session had one: the first signature of a
-- session is at least as strong as its sign-in.
alter table identity.session
  add column factor_at_sign_in boolean not null default false,
  add column factor_at_signing boolean not null default false;
