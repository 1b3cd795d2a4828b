-- The kinds of change that a route is for; empty where it is for all of them.
alter table read.route add column kinds jsonb not null default '[]';

-- As in 0040, with the kind of change: a number for each triple of type, kind and area.
alter table read.route drop constraint route_scope_unique;
drop function read.route_scope(uuid, jsonb, jsonb);

create function read.route_scope(org uuid, types jsonb, areas jsonb, kinds jsonb) returns int8multirange
language sql immutable strict parallel safe
return (
  select range_agg(int8range(number, number + 1))
  from (
    select hashtextextended(concat_ws(' ', org, type, kind, area), 0) / 2 as number
    from jsonb_array_elements_text(case when types = '[]' then '["*"]' else types end) type,
         jsonb_array_elements_text(case when kinds = '[]' then '["*"]' else kinds end) kind,
         jsonb_array_elements(case when areas = '[]' then '[{"area": "*"}]' else areas end) one,
         lateral (select one ->> 'area' as area) named
  ) numbered
);

alter table read.route add constraint route_scope_unique
  exclude using gist (read.route_scope(org_id, types, areas, kinds) with &&) where (retired_at is null);
