import type pg from 'pg';

const own = `n.nspname in ('ledger', 'read', 'identity', 'app', 'imprimatur')`;

/** One line for each thing that a migration can make, in words that do not depend on how it came about. */
const statements = {
  schemas: `select nspname || ' ' || coalesce(nspacl::text, '') as line from pg_namespace n where ${own}`,
  tables: `select format('%I.%I', n.nspname, c.relname) || ' '
    || concat_ws(' ', c.relkind::text, c.relrowsecurity, c.relforcerowsecurity,
             c.reloptions::text, (select string_agg(a::text, ',' order by a::text) from unnest(c.relacl) a)) as line
           from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${own}
             and c.relkind in ('r', 'p', 'v', 'S')`,
  columns: `select format('%I.%I', n.nspname, c.relname) || ' ' || string_agg(concat_ws(' ', quote_ident(a.attname),
              format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attstorage::text, a.attgenerated::text,
                pg_get_expr(d.adbin, d.adrelid)), ', ' order by a.attnum) as line
            from pg_class c join pg_namespace n on n.oid = c.relnamespace
            join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
            left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
            where ${own} and c.relkind in ('r', 'p', 'v') group by n.nspname, c.relname`,
  constraints: `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(k.oid) as line
                from pg_constraint k join pg_namespace n on n.oid = k.connamespace where ${own}`,
  indexes: `select pg_get_indexdef(i.indexrelid) || ' ' || coalesce(c.reloptions::text, '') || ' ' ||
              (select string_agg(coalesce(a.attstattarget::text, '-'), ' ' order by a.attnum) from pg_attribute a
                where a.attrelid = c.oid) as line
            from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
              where ${own}`,
  policies: `select concat_ws(' ', schemaname, tablename, policyname, permissive, roles::text, cmd, qual,
    with_check) as line
             from pg_policies where schemaname in ('ledger', 'read', 'identity', 'app', 'imprimatur')`,
  triggers: `select pg_get_triggerdef(t.oid) || ' ' || t.tgenabled::text as line
             from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
               where ${own} and not t.tgisinternal`,
  functions: `select pg_get_functiondef(p.oid) || ' ' || p.prosecdef || ' '
    || coalesce((select string_agg(a::text, ',' order by a::text) from unnest(p.proacl) a), '') as line
              from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${own}`,
  views: `select format('%I.%I', schemaname, viewname) || ' ' || definition as line from pg_views
    where schemaname in ('ledger', 'read', 'identity', 'app')`,
  defaults: `select coalesce(d.defaclnamespace::regnamespace::text, '') || ' ' || d.defaclobjtype::text || ' '
    || d.defaclacl::text as line from pg_default_acl d`,
} as const;

export type Catalogue = Record<keyof typeof statements, string[]>;

/** Everything that the migrations have made in a database, for comparison with another one. */
export async function catalogueOf(pool: pg.Pool): Promise<Catalogue> {
  const entries = Object.entries(statements).map(async ([name, statement]) => {
    const { rows } = await pool.query<{ line: string }>(statement);
    return [name, rows.map(({ line }) => line.replaceAll(/\s+/g, ' ')).toSorted()] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as Catalogue;
}
