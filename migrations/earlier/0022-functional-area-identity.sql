-- A functional area is renamed and retired, so its name no longer identifies it. An area of before is identified by its
-- stream: its first name in capitals.
alter table read.functional_area add column area text, add column retired_at timestamptz;
update read.functional_area f set area = substr(e.stream, length('functional-area-') + 1)
from ledger.event e
where e.org_id = f.org_id and e.type = 'FunctionalAreaCreated' and e.canonical::jsonb #>> '{data,name}' = f.name;
alter table read.functional_area
  alter column area set not null,
  drop constraint functional_area_pk,
  add constraint functional_area_pk primary key (org_id, area);
