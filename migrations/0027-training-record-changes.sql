-- When a training record last changed: for programs that read what is new since they last asked.
alter table read.training_record add column changed_at timestamptz;

with due as (
  select e.org_id, (r ->> 'record')::uuid as record, date_trunc('milliseconds', max(e.recorded_at)) as at
  from ledger.event e, jsonb_array_elements(e.canonical::jsonb #> '{data,records}') r
  where e.type = 'TrainingDueChanged'
  group by 1, 2
)
update read.training_record t
set changed_at = coalesce(
  (select date_trunc('milliseconds', e.recorded_at) from ledger.event e
   where e.org_id = t.org_id and e.position = coalesce(t.completed_position, t.cancelled_position)),
  (select d.at from due d where d.org_id = t.org_id and d.record = t.uid),
  t.assigned_at);
alter table read.training_record alter column changed_at set not null;
