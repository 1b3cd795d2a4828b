/**
 * `ledger.compile_read_models()` writes `ledger.project(table, kind, rows)` anew: the three statements of each table in schema
 * `read`, as plain SQL whose plans each connection keeps (planned anew in every append they would cost more than the append).
 * It is called after every migration; what it writes follows from the tables alone: columns, defaults, primary key.
 *
 * put: the whole row as a record's text, which is read three times as fast as JSON; a column that is empty gets its default.
 * patch: `{"c": key and changes, "w": guard}`; the row over which the guard is laid must stay as it was. remove: the key as JSON.
 */
export const projectionCompiler = String.raw`
create function ledger.compile_read_models() returns void language plpgsql set search_path = pg_catalog, pg_temp as $compile$
declare
  t record;
  v_body text;
  v_names text[] := '{}';
  v_bodies text[] := '{}';
begin
  -- Two processes may migrate at once, and a function is replaced by one of them at a time.
  perform pg_advisory_xact_lock(4711000004);
  for t in
    select c.relname as name,
           string_agg(format('%I', a.attname), ', ' order by a.attnum) filter (where a.attgenerated = '') as columns,
           string_agg(format('%1$I = excluded.%1$I', a.attname), ', ' order by a.attnum)
             filter (where a.attgenerated = '' and not a.attnum = any(i.indkey)) as replaced,
           string_agg(format('%I', a.attname), ', ' order by a.attnum)
             filter (where a.attgenerated = '' and not a.attnum = any(i.indkey)) as changed,
           string_agg(format('p.%I', a.attname), ', ' order by a.attnum)
             filter (where a.attgenerated = '' and not a.attnum = any(i.indkey)) as changes,
           string_agg(format('%I', a.attname), ', ' order by a.attnum) filter (where a.attnum = any(i.indkey)) as key,
           string_agg(format('r.%I', a.attname), ', ' order by a.attnum) filter (where a.attnum = any(i.indkey)) as named,
           string_agg(format('t.%1$I = r.%1$I', a.attname), ' and ' order by a.attnum) filter (where a.attnum = any(i.indkey)) as same,
           string_agg(case when d.oid is null then format('r.%I', a.attname)
                           else format('coalesce(r.%I, %s)', a.attname, pg_get_expr(d.adbin, d.adrelid)) end, ', ' order by a.attnum)
             filter (where a.attgenerated = '') as given
    from pg_class c
    join pg_index i on i.indrelid = c.oid and i.indisprimary
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'read'::regnamespace and c.relkind = 'r'
    group by c.oid, c.relname
    order by c.relname
  loop
    v_body := format($table$
      if p_table <> %1$L then
        raise exception 'there is no read model %%', p_table;
      elsif p_kind = 'put' then
        -- A hundred rows at once are nearly always new: taking them for that spares a look for each, and a word in the WAL.
        if cardinality(p_rows) >= 100 then
          begin
            insert into read.%1$I (%2$s) select %3$s from unnest(p_rows::read.%1$I[]) r;
            return;
          exception when unique_violation then
            null;
          end;
        end if;
        insert into read.%1$I (%2$s) select %3$s from unnest(p_rows::read.%1$I[]) r
          on conflict (%4$s) do %5$s;
      elsif p_kind = 'remove' then
        delete from read.%1$I t using json_populate_recordset(null::read.%1$I, v_rows) r where %6$s;$table$,
      t.name, t.columns, t.given, t.key, coalesce('update set ' || t.replaced, 'nothing'), t.same);
    if t.changed is not null then
      v_body := v_body || format($table$
      elsif p_kind = 'patch' then
        -- The keys first (offset 0 keeps them apart): planned as one, each guard might be laid over each row of the organisation.
        update read.%1$I t set (%2$s) = (select %3$s from json_populate_record(t, r.ledger_changes) p)
          from (select %5$s, o.c as ledger_changes, o.w as ledger_guard
                from json_to_recordset(v_rows) o(c json, w json), json_populate_record(null::read.%1$I, o.c) r offset 0) r
          where %4$s and (r.ledger_guard is null or json_populate_record(t, r.ledger_guard) is not distinct from t);$table$,
        t.name, t.changed, t.changes, t.same, t.named);
    end if;
    v_body := v_body || $table$
      else
        raise exception 'a projection cannot % %', p_kind, p_table;
      end if;$table$;
    v_names := array_append(v_names, t.name::text);
    v_bodies := array_append(v_bodies, v_body);
  end loop;
  -- A tree of halves: looked for one after the other, the last of thirty tables would cost thirty expressions.
  for v_step in 0..20 loop
    for i in 1..cardinality(v_bodies) - (1 << v_step) by 2 << v_step loop
      v_bodies[i] := format(E'\n      if p_table < %L collate "C" then%s\n      else%s\n      end if;',
        v_names[i + (1 << v_step)], v_bodies[i], v_bodies[i + (1 << v_step)]);
    end loop;
  end loop;
  execute format($function$
    create or replace function ledger.project(p_table text, p_kind text, p_rows text[]) returns void
    language plpgsql volatile set search_path = pg_catalog, pg_temp as %L$function$,
    case when v_bodies = '{}' then 'begin raise exception ''there is no read model %'', p_table; end'
         else $body$
    declare
      v_rows json := case when p_kind <> 'put' then ('[' || array_to_string(p_rows, ',') || ']')::json end;
    begin$body$ || v_bodies[1] || ' end' end);
  revoke all on function ledger.project from public;
end $compile$`;
