-- The ledger is the positions 1 to N that its head counts: the application never sees an event outside of them, even if
-- its owner put one there. The subqueries are computed once a statement.
alter policy organisation on ledger.event using (
  org_id = (select nullif(current_setting('imprimatur.org', true), '')::uuid)
  and position between 1 and (
    select h.size from ledger.head h
    where h.org_id = (select nullif(current_setting('imprimatur.org', true), '')::uuid)
  )
);
