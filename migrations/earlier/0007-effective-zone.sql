-- The zone in which each effective date was chosen. Of what was recorded before, it is the zone that the organisation
-- had at that position of its ledger.
alter table read.document_version add column effective_zone text;

with zoned as (
  select org_id, position, canonical::jsonb #>> '{data,settings,timeZone}' as zone
  from ledger.event where type in ('OrganisationCreated', 'OrganisationSettingsChanged')
), dated as (
  select distinct on (org_id, document, version) org_id, document, version, position
  from (
    select org_id, position, (canonical::jsonb #>> '{data,document}')::uuid as document,
           canonical::jsonb #>> '{data,version}' as version
    from ledger.event where type in ('DocumentPublished', 'EffectiveDateChanged')
  ) act
  order by org_id, document, version, position desc
)
update read.document_version v
set effective_zone = coalesce(
  (select z.zone from zoned z where z.org_id = d.org_id and z.position < d.position order by z.position desc limit 1),
  'UTC')
from dated d
where d.org_id = v.org_id and d.document = v.document_uid and d.version = v.version;
