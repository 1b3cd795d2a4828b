-- What concerned a person, once each: the list behind the bell. delivery: the email's way, as the person had chosen
-- by then; the daily email collects 'daily'. number: counts up, for what was read.
create table app.notification (
  org_id uuid not null,
  uid uuid not null,
  user_uid uuid not null,
  number bigint generated always as identity,
  key text not null,
  template text not null,
  subject text not null,
  preview text not null,
  path text,
  noted_at timestamptz not null,
  delivery text not null check (delivery in ('at_once', 'daily', 'off')),
  constraint notification_pk primary key (org_id, uid),
  constraint notification_once unique (org_id, key)
);
create index notification_person on app.notification (org_id, user_uid, number);
create index notification_daily on app.notification (org_id, noted_at) where delivery = 'daily';
select imprimatur.isolate('app.notification');

-- How a person wants emails about what is not assigned to them, and up to which number the list was read.
create table app.notification_choice (
  org_id uuid not null,
  user_uid uuid not null,
  emails text not null default 'at_once' check (emails in ('at_once', 'daily', 'off')),
  read_number bigint not null default 0,
  constraint notification_choice_pk primary key (org_id, user_uid)
);
select imprimatur.isolate('app.notification_choice');
