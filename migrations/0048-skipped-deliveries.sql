-- Deliveries that an admin skipped: the webhook goes on with those after them.
create table read.webhook_skip (
  org_id uuid not null,
  webhook_uid uuid not null,
  delivery_uid uuid not null,
  skipped_at timestamptz not null,
  reason text not null,
  constraint webhook_skip_pk primary key (org_id, webhook_uid, delivery_uid)
);
alter table read.webhook_skip enable row level security;
create policy organisation on read.webhook_skip for select to imprimatur_app
  using (org_id = (select nullif(current_setting('imprimatur.org', true), '')::uuid));

-- A waiting delivery that an admin asked for is sent once although its webhook is turned off, and then waits again.
alter table app.webhook_delivery add column asked boolean not null default false;
