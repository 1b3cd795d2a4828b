-- Finds every sign-in and every use of the local admin's way in: reports count them as of any position.
create index event_sign_in on ledger.event (org_id, position) where type in ('UserSignedIn', 'BreakGlassUsed');
