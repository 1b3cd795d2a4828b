-- Writes rows of a read model. compile_read_models() replaces the body with one case for each table of schema `read`.
create function ledger.project(p_table text, p_kind text, p_rows json) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'there is no read model %', p_table;
end $$;

-- Generates ledger.project from the tables of schema `read`: their columns, defaults and primary keys. Plain statements
-- keep their plans in each connection; planning them in every append would cost more than the append.
-- put: each row is whole; a column that is left out gets its default.
-- patch: {"changes": key and changes, "guard": columns or null}; a row that differs from the guard stays as it is.
-- remove: each row is a key.
-- release: the rows of the table that were staged for an import are put. clear: what was staged is removed.
create function ledger.compile_read_models() returns void
language plpgsql set search_path = pg_catalog, pg_temp as $compile$
declare
  t record;
  v_cases text := '';
begin
  for t in
    select c.relname as name, columns.*
    from pg_class c
    join pg_index i on i.indrelid = c.oid and i.indisprimary
    cross join lateral (
      select string_agg(a.name, ', ' order by a.n) as written,
             string_agg(a.value, ', ' order by a.n) as given,
             string_agg(a.name, ', ' order by a.n) filter (where a.is_key) as key,
             string_agg(format('r.%s', a.name), ', ' order by a.n) filter (where a.is_key) as row_key,
             string_agg(format('t.%1$s = r.%1$s', a.name), ' and ' order by a.n) filter (where a.is_key) as same_key,
             string_agg(a.name, ', ' order by a.n) filter (where not a.is_key) as others,
             string_agg(format('excluded.%s', a.name), ', ' order by a.n) filter (where not a.is_key) as replaced,
             string_agg(format('p.%s', a.name), ', ' order by a.n) filter (where not a.is_key) as patched
      from (
        select quote_ident(a.attname) as name, a.attnum as n, a.attnum = any(i.indkey) as is_key,
               case when d.oid is null then format('r.%I', a.attname)
                    else format('coalesce(r.%I, %s)', a.attname, pg_get_expr(d.adbin, d.adrelid)) end as value
        from pg_attribute a
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      ) a
    ) columns
    where c.relnamespace = 'read'::regnamespace and c.relkind = 'r'
    order by c.relname
  loop
    v_cases := v_cases || format($case$
        when %1$L then
          if p_kind = 'put' then
            insert into read.%1$I (%2$s) select %3$s from json_populate_recordset(null::read.%1$I, p_rows) r
              on conflict (%4$s) do %5$s;
          elsif p_kind = 'remove' then
            delete from read.%1$I t using json_populate_recordset(null::read.%1$I, p_rows) r where %6$s;
          elsif p_kind = 'release' then
            insert into read.%1$I (%2$s)
              select %3$s
              from json_to_recordset(p_rows) i(org_id uuid, import_uid uuid)
              join read.staged_row s on s.org_id = i.org_id and s.import_uid = i.import_uid and s.table_name = %1$L,
                   jsonb_populate_record(null::read.%1$I, s.row || jsonb_build_object('org_id', s.org_id)) r
              on conflict (%4$s) do %5$s;
          elsif p_kind = 'clear' then
            delete from read.staged_row s using json_to_recordset(p_rows) i(org_id uuid, import_uid uuid)
              where s.org_id = i.org_id and s.import_uid = i.import_uid;$case$,
      t.name, t.written, t.given, t.key,
      coalesce('update set (' || t.others || ') = row(' || t.replaced || ')', 'nothing'), t.same_key);
    if t.others is not null then
      -- offset 0 finds the rows by their keys first: otherwise the guard might be compared with each row of the table.
      v_cases := v_cases || format($case$
          elsif p_kind = 'patch' then
            update read.%1$I t set (%2$s) = (select %3$s from json_populate_record(t, r.ledger_changes) p)
              from (select %4$s, o.changes as ledger_changes, o.guard as ledger_guard
                    from json_to_recordset(p_rows) o(changes json, guard json),
                         json_populate_record(null::read.%1$I, o.changes) r
                    offset 0) r
              where %5$s
                and (r.ledger_guard is null or json_populate_record(t, r.ledger_guard) is not distinct from t);$case$,
        t.name, t.others, t.patched, t.row_key, t.same_key);
    end if;
    v_cases := v_cases || $case$
          else
            raise exception 'a projection cannot % %', p_kind, p_table;
          end if;$case$;
  end loop;
  execute format($function$
    create or replace function ledger.project(p_table text, p_kind text, p_rows json) returns void
    language plpgsql volatile set search_path = pg_catalog, pg_temp as %L$function$,
    format($body$
      begin
        case p_table%s
        else
          raise exception 'there is no read model %%', p_table;
        end case;
      end$body$, v_cases));
end $compile$;
