-- Names of documents are compared after NFKC, trimming, collapsing of spaces and case folding (rules.md section 2). Upper
-- case first folds "ß" and "ss". Collations of the Unicode library know all letters; without one the database's own.
create function read.name_key(words text) returns text language sql immutable strict parallel safe
return lower(upper(btrim(regexp_replace(normalize(words, nfkc), '\s+', ' ', 'g'))));

do $$
begin
  if exists (select from pg_collation where collname = 'und-x-icu' and collnamespace = 'pg_catalog'::regnamespace) then
    create or replace function read.name_key(words text) returns text language sql immutable strict parallel safe
    return lower(upper(btrim(regexp_replace(normalize(words, nfkc), '\s+', ' ', 'g')) collate pg_catalog."und-x-icu"));
  end if;
end $$;
grant execute on function read.name_key to imprimatur_app;

alter table read.document add column name_key text not null generated always as (read.name_key(name)) stored;
alter table read.document_version add column name_key text not null generated always as (read.name_key(name)) stored;

-- Documents whose names differed in case alone keep them; the index leaves them out.
do $$
declare
  before_this text;
begin
  select string_agg(quote_literal(uid), ', ' order by uid) into before_this
  from (select uid, count(*) over (partition by org_id, name_key) as same from read.document) d where same > 1;
  drop index read.document_name_unique;
  execute 'create unique index document_name_unique on read.document (org_id, name_key)'
          || coalesce(' where uid not in (' || before_this || ')', '');
end $$;
create index document_version_name_key on read.document_version (org_id, name_key) where status = 'EFFECTIVE';

-- What a call has prepared belongs to the document, not to one person: of several the newest stays.
delete from app.prepared_change p using app.prepared_change o
where o.org_id = p.org_id and o.document_uid = p.document_uid
  and (o.prepared_at, o.user_uid) > (p.prepared_at, p.user_uid);
alter table app.prepared_change drop constraint prepared_change_pk;
alter table app.prepared_change add constraint prepared_change_pk primary key (org_id, document_uid);
