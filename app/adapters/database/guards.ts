import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { root } from '#app/adapters/environment/config.ts';
import { migrationFiles } from './migration-files.ts';

/** Something in the database that keeps the product's role, or the owner, from reading or changing what it must not. */
interface Guard {
  /** What it is, in words that name it: `trigger append_only of ledger.event`. */
  name: string;
  state: string;
  /** As PostgreSQL writes it down; each major version does so differently. */
  definition: string | null;
}

/** The guards as the migrations make them: `npx tsx scripts/write-schema.ts` writes this file. */
export interface Snapshot {
  /** SHA-256 over the files of `migrations/`. */
  migrations: string;
  /** The major version of PostgreSQL that wrote the definitions. */
  postgres: number;
  /** By name, a line each: the state, and after a line break the definition. */
  guards: Record<string, string>;
}

export const snapshotFile = path.join(root, 'migrations/guards.json');

const own = `n.nspname in ('ledger', 'read', 'identity', 'app', 'imprimatur')`;
const table = `format('%I.%I', n.nspname, c.relname)`;
const tables = `pg_class c join pg_namespace n on n.oid = c.relnamespace and ${own}`;
/** An owner other than that of the schema could switch its guards off. */
const owner = (column: string) =>
  `case when ${column} = n.nspowner then 'of the owner' else 'of ' || ${column}::regrole end`;
const granted = `string_agg(g.privilege_type || case when g.is_grantable then ' and to grant it' else '' end, ', '
                 order by g.privilege_type)`;
const grantee = `case g.grantee when 0 then 'everybody' else 'imprimatur_app' end`;
/** Rights of the product's role and of everybody; who else gets rights is the operator's to say. */
const rights = (list: string) =>
  `cross join lateral aclexplode(${list}) g
   where g.grantee in (0, (select oid from pg_roles where rolname = 'imprimatur_app'))`;

const statements = [
  `select 'role imprimatur_app' as name,
          concat_ws(' ', rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
            (select string_agg(roleid::regrole::text, ', ' order by 1)
             from pg_auth_members where member = r.oid)) as state,
          null as definition
   from pg_roles r where rolname = 'imprimatur_app'`,
  `select 'schema ' || nspname, (select string_agg(x, '; ' order by x) from (
            select ${grantee} || ': ' || ${granted} as x
            from (select 1) o ${rights(`coalesce(n.nspacl, acldefault('n', n.nspowner))`)} group by g.grantee) r), null
   from pg_namespace n where ${own}`,
  `select 'table ' || ${table}, concat_ws(', ', ${owner('c.relowner')},
            case when c.relrowsecurity then 'row-level security' end,
            case when c.relforcerowsecurity then 'also for the owner' end,
            'never null: ' || (select string_agg(attname, ' ' order by attname) from pg_attribute
                               where attrelid = c.oid and attnum > 0 and attnotnull)), null
   from ${tables} where c.relkind in ('r', 'p')`,
  `select 'view ' || ${table}, concat_ws(' ', ${owner('c.relowner')}, c.reloptions::text), pg_get_viewdef(c.oid)
   from ${tables} where c.relkind in ('v', 'm')`,
  `select 'grant on ' || ${table} || ' to ' || ${grantee}, ${granted}, null
   from ${tables} ${rights(`coalesce(c.relacl, acldefault('r', c.relowner))`)} and c.relkind in ('r', 'p', 'v', 'm')
   group by n.nspname, c.relname, g.grantee`,
  `select 'grant on ' || ${table} || '.' || a.attname || ' to ' || ${grantee}, ${granted}, null
   from ${tables} join pg_attribute a on a.attrelid = c.oid ${rights('a.attacl')}
   group by n.nspname, c.relname, a.attname, g.grantee`,
  `select 'policy ' || p.polname || ' of ' || ${table},
          concat_ws(' ', p.polcmd::text, p.polpermissive,
            (select string_agg(case r when 0 then 'everybody' else r::regrole::text end, ', ' order by r)
             from unnest(p.polroles) r)),
          concat_ws(' with check ', pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))
   from ${tables} join pg_policy p on p.polrelid = c.oid`,
  `select 'trigger ' || t.tgname || ' of ' || ${table}, t.tgenabled::text, pg_get_triggerdef(t.oid)
   from ${tables} join pg_trigger t on t.tgrelid = c.oid where not t.tgisinternal`,
  `select 'rule ' || r.rulename || ' of ' || ${table}, r.ev_enabled::text, pg_get_ruledef(r.oid)
   from ${tables} join pg_rewrite r on r.ev_class = c.oid where r.rulename <> '_RETURN'`,
  `select 'constraint ' || k.conname || ' of ' || ${table}, concat_ws(' ', k.contype::text, k.convalidated),
          pg_get_constraintdef(k.oid)
   from ${tables} join pg_constraint k on k.conrelid = c.oid where k.contype <> 'n'`,
  `select 'unique index ' || u.relname || ' of ' || ${table}, concat_ws(' ', i.indisvalid, i.indislive),
          pg_get_indexdef(i.indexrelid)
   from ${tables} join pg_index i on i.indrelid = c.oid join pg_class u on u.oid = i.indexrelid where i.indisunique`,
  `select format('function %I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)),
          concat_ws(' ', ${owner('p.proowner')},
            encode(sha256(convert_to(regexp_replace(p.prosrc, '\\s+', ' ', 'g'), 'UTF8')), 'hex'),
            p.prosecdef, p.provolatile::text, p.proconfig::text, (select string_agg(${grantee}, ', ' order by g.grantee)
             from (select 1) o ${rights(`coalesce(p.proacl, acldefault('f', p.proowner))`)})),
          pg_get_function_sqlbody(p.oid)
   from pg_proc p join pg_namespace n on n.oid = p.pronamespace and ${own}`,
];

/** The guards as they are. Every role may read them. */
async function readGuards(pool: Pick<pg.Pool, 'query'>): Promise<Guard[]> {
  const { rows } = await pool.query<Guard>(`select name, state, definition from (${statements.join(' union all ')}) g`);
  return rows.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The present guards as a snapshot, to be written down from a database that only the migrations have made. */
export async function takeSnapshot(pool: Pick<pg.Pool, 'query'>): Promise<Snapshot> {
  const { rows } = await pool.query<{ version: string }>(`select current_setting('server_version_num') as version`);
  const written = ({ state, definition }: Guard) => (definition === null ? state : `${state}\n${definition}`);
  return {
    migrations: migrationsHash(),
    postgres: Math.floor(Number(rows[0]!.version) / 10_000),
    guards: Object.fromEntries((await readGuards(pool)).map((guard) => [guard.name, written(guard)])),
  };
}

function migrationsHash(): string {
  const { numbered, functions } = migrationFiles();
  const lines = [...numbered, ...functions].map(({ name, sha256 }) => `${name} ${sha256}\n`);
  return createHash('sha256').update(lines.join('')).digest('hex');
}

/** For those who change a migration. */
const outdatedSnapshot = 'the list migrations/guards.json is of other migrations: run npx tsx scripts/write-schema.ts';

export const readSnapshot = (): Snapshot => JSON.parse(readFileSync(snapshotFile, 'utf8')) as Snapshot;

/**
 * What differs from the guards that the migrations make, as sentences without a full stop. A snapshot of other
 * migrations proves nothing, and is named alone.
 */
export async function changedGuards(pool: Pick<pg.Pool, 'query'>, expected = readSnapshot()): Promise<string[]> {
  if (expected.migrations !== migrationsHash()) return [outdatedSnapshot];
  const found = await takeSnapshot(pool);
  const comparable = (guard: string) => (found.postgres === expected.postgres ? guard : guard.split('\n', 1)[0]);
  /** Whether it is about a table or a view that the migrations do not make: nothing of the product is in that. */
  const isForeign = (name: string) => {
    const about = /(?:^table|^view| of| on) ([a-z_]+\.\w+)/.exec(name)?.[1];
    return about !== undefined && !(`table ${about}` in expected.guards) && !(`view ${about}` in expected.guards);
  };
  const names = new Set([...Object.keys(expected.guards), ...Object.keys(found.guards)]);
  return [...names].flatMap((name) => {
    const [was, is] = [expected.guards[name], found.guards[name]];
    if (is === undefined) return [`the ${name} is gone`];
    if (was === undefined) return isForeign(name) ? [] : [`the ${name} was added`];
    return comparable(was) === comparable(is) ? [] : [`the ${name} was changed`];
  });
}

const hour = 3_600_000;

/**
 * For `/readyz`: looks at the guards once an hour, and each time while they differ. Rejects with what was changed, or
 * answers how much, where the operator accepts it.
 */
export function createGuardCheck(
  pool: Pick<pg.Pool, 'query'>,
  { accepted, now = () => performance.now() }: { accepted: boolean; now?: () => number },
): () => Promise<string | undefined> {
  let intactAt = -Infinity;
  return async () => {
    if (now() - intactAt < hour) return undefined;
    const changed = await changedGuards(pool);
    if (changed.length === 0) intactAt = now();
    else if (accepted) return `${changed.length} changed`;
    else throw new Error(inOneLine(changed));
    return undefined;
  };
}

/** At most five of the differences, and how many more there are. */
export const inOneLine = (changed: readonly string[]): string => {
  const more = changed.length > 5 ? `, and ${changed.length - 5} more` : '';
  return `The database is not guarded as this release guards it: ${changed.slice(0, 5).join(', ')}${more}`;
};
