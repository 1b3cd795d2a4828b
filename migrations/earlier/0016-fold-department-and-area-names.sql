-- Departments and functional areas are compared as documents are (`read.name_key`): NFKC, spaces and case (rules.md
-- section 2). Those whose names differed in this alone keep them; the index leaves them out.
do $$
declare
  before_this text;
begin
  select string_agg(quote_literal(uid), ', ' order by uid) into before_this
  from (select uid, count(*) over (partition by org_id, read.name_key(name)) as same from read.department) d
  where same > 1;
  drop index read.department_name_unique;
  execute 'create unique index department_name_unique on read.department (org_id, read.name_key(name))'
          || coalesce(' where uid not in (' || before_this || ')', '');
  select string_agg(format('(%L::uuid, %L)', org_id, name), ', ' order by org_id, name) into before_this
  from (select org_id, name, count(*) over (partition by org_id, read.name_key(name)) as same
        from read.functional_area) a
  where same > 1;
  drop index read.functional_area_name_unique;
  execute 'create unique index functional_area_name_unique on read.functional_area (org_id, read.name_key(name))'
          || coalesce(' where (org_id, name) not in (' || before_this || ')', '');
end $$;
drop function read.trimmed;
