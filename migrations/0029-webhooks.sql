-- Addresses that events are announced to. secret_uid names the signing secret, which is derived from SECRET_KEY.
create table read.webhook (
  org_id uuid not null,
  uid uuid not null,
  url text not null,
  kinds jsonb not null,
  secret_uid uuid not null,
  former_secret_uid uuid,
  rotated_at timestamptz,
  registered_by uuid,
  registered_at timestamptz not null,
  registered_position bigint not null,
  disabled_at timestamptz,
  disabled_because text,
  removed_at timestamptz,
  constraint webhook_pk primary key (org_id, uid)
);
alter table read.webhook enable row level security;
create policy organisation on read.webhook for select to imprimatur_app
  using (org_id = (select nullif(current_setting('imprimatur.org', true), '')::uuid));

-- How far the ledger was read for a webhook.
create table app.webhook_progress (
  org_id uuid not null,
  webhook_uid uuid not null,
  position bigint not null,
  constraint webhook_progress_pk primary key (org_id, webhook_uid)
);
select imprimatur.isolate('app.webhook_progress');

-- What is sent to webhooks, in order of number. state: 'waiting' is tried again for three days and holds later ones
-- back; 'once' is one attempt that an admin asked for. position is null for a test.
create table app.webhook_delivery (
  org_id uuid not null,
  uid uuid not null,
  webhook_uid uuid not null,
  number bigint generated always as identity,
  position bigint,
  kind text not null,
  body text not null,
  state text not null check (state in ('waiting', 'once', 'delivered', 'failed')),
  created_at timestamptz not null,
  attempts integer not null default 0,
  next_at timestamptz not null,
  answered_at timestamptz,
  answer_status integer,
  answer text,
  constraint webhook_delivery_pk primary key (org_id, uid),
  constraint webhook_delivery_once unique (org_id, webhook_uid, position, kind)
);
create index webhook_delivery_due on app.webhook_delivery (org_id, webhook_uid, number) where state in ('waiting', 'once');
create index webhook_delivery_log on app.webhook_delivery (org_id, webhook_uid, number);
create index webhook_delivery_age on app.webhook_delivery (org_id, created_at);
select imprimatur.isolate('app.webhook_delivery');
