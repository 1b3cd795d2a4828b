-- Which documents a route is for: a number for each pair of type and area, where it is for all of them one for all.
-- Routes that apply equally narrowly and could both apply to a document have a number in common.
create function read.route_scope(org uuid, types jsonb, areas jsonb) returns int8multirange
language sql immutable strict parallel safe
return (
  select range_agg(int8range(number, number + 1))
  from (
    select hashtextextended(concat_ws(' ', org, type, area), 0) / 2 as number
    from jsonb_array_elements_text(case when types = '[]' then '["*"]' else types end) type,
         jsonb_array_elements(case when areas = '[]' then '[{"area": "*"}]' else areas end) one,
         lateral (select one ->> 'area' as area) named
  ) numbered
);

-- Two admins who define overlapping routes at the same moment: the later one is refused.
alter table read.route add constraint route_scope_unique
  exclude using gist (read.route_scope(org_id, types, areas) with &&) where (retired_at is null);
