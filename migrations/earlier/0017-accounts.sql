-- A lock that ends by itself, and since when a lock waits for an admin. Locks of before ended by themselves.
alter table read.user_account add column locked_until timestamptz;
alter table read.user_account add column awaits_unlock_since timestamptz;
-- The address that a person has yet to confirm, and until when the code for it counts.
alter table read.user_account add column pending_email text;
alter table read.user_account add column pending_email_until timestamptz;
create index user_account_pending_email on read.user_account (pending_email) where pending_email is not null;

with lifted as (
  select distinct on (org_id, person) org_id, person, until
  from (
    select org_id, position, (canonical::jsonb #>> '{data,user}')::uuid as person,
           case when type = 'UserLockedOut' then (canonical::jsonb #>> '{data,until}')::timestamptz end as until
    from ledger.event
    where type = 'UserLockedOut' or (type = 'PasswordSet' and canonical::jsonb #>> '{data,how}' <> 'changed')
  ) act
  order by org_id, person, position desc
)
update read.user_account u set locked_until = l.until
from lifted l where l.org_id = u.org_id and l.person = u.uid and l.until is not null;

-- An ended session stays until its end is recorded in the ledger.
alter table identity.session add column ended_at timestamptz;
alter table identity.session add column ended_because text;

alter table identity.code drop constraint code_purpose_check;
alter table identity.code add constraint code_purpose_check
  check (purpose in ('confirm', 'reconfirm', 'reset', 'change-email'));

-- request: the job's payload, to send the same again. documents: the documents that the email is about.
alter table identity.mail_sent add column request jsonb;
alter table identity.mail_sent add column documents uuid[] not null default '{}';
alter table identity.mail_sent add column sent_again_at timestamptz;
update identity.mail_sent
set request = jsonb_build_object(
  'org', org_id, 'template', template, 'to', to_user, 'position', split_part(key, '/', 1))
where refused_at is not null and to_user is not null and key ~ '^[0-9]+/';
