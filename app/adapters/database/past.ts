import {
  IdentifierNode,
  Kysely,
  type KyselyPlugin,
  OperationNodeTransformer,
  PostgresDialect,
  type PostgresPool,
  type SchemableIdentifierNode,
} from 'kysely';
import pLimit from 'p-limit';
import type { PoolClient } from 'pg';
import { writtenColumns } from '#projections/rebuild/load.ts';
import { analyzeTables, createTables, Refold, scanOf } from '#projections/rebuild/refold.ts';
import { Selection } from '#projections/rebuild/selection.ts';
import { readTables } from '#projections/table-keys.ts';
import { carryOrganisation } from './own-organisation.ts';
import type { Database as Tables } from './schema.ts';

/** The read models that screens show; which events are about what is read from the ledger itself. */
const shown = Selection.owning(readTables.filter((table) => table !== 'audit_entry'));

/** What is not in the ledger has no past: empty there. */
const unrecorded = ['app.prepared_change', 'app.list_view', 'identity.mail_sent'];

/** Indexes of the folded tables: without them each person costs a scan of all past records. */
const lookedUp = [
  'training_record (org_id, user_uid, status, due_at)',
  'training_record (org_id, document_uid, version, status, user_uid)',
  'document_version (org_id, document_uid, version)',
  'document_department (org_id, document_uid, version)',
  'document (org_id, uid)',
  'user_account (org_id, uid)',
  'user_department (org_id, user_uid)',
  'department (org_id, uid)',
];

/** Each folds a ledger; who asks meanwhile waits. */
const mostAtOnce = 2;

type OnTwoConnections = <T>(work: (one: PoolClient, other: PoolClient) => Promise<T>) => Promise<T>;

/** `selection`: the read models that `work` needs; without it all that screens show. */
export type ReadPast = <T>(
  org: string,
  position: string,
  work: (db: Kysely<Tables>) => Promise<T>,
  selection?: Selection,
) => Promise<T>;

/**
 * `Database.past`: tables are folded again up to the position and the ledger ends there, so that every query reads
 * there what it would have read then. Uses two connections of its own: one reads events while the other writes rows.
 */
export const readPast = (copyConnections: OnTwoConnections): ReadPast => {
  const inTurn = pLimit(mostAtOnce);
  return (org, position, work, selection = shown) =>
    inTurn(() =>
      copyConnections(async (source, target) => {
        for (const client of [source, target])
          await client.query(`select set_config('imprimatur.org', $1, false)`, [org]);
        await createTables(target, 'pg_temp', selection.tables);
        const refold = new Refold(scanOf(source, org), target, 'pg_temp', org, await writtenColumns(target), selection);
        await refold.run(BigInt(position));
        const indexes = lookedUp.filter((index) => selection.tables.some((table) => index.startsWith(`${table} `)));
        for (const index of indexes) await target.query(`create index on pg_temp.${index}`);
        await analyzeTables(target, 'pg_temp', selection.tables);
        await target.query(otherTables(BigInt(position)));
        await target.query('begin isolation level repeatable read read only');
        const past = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: poolOfOne(target) }) })
          .withPlugin(carryOrganisation(org))
          .withPlugin(inThePast);
        return past.connection().execute(work);
      }),
    );
};

/** What queries read beside the folded tables: the ledger up to the position, and empty tables. */
const otherTables = (position: bigint): string =>
  [
    ...['ledger.event', 'read.audit'].map(
      (name) => `create view pg_temp.${bare(name)} as
        select * from ${name} where org_id = current_setting('imprimatur.org')::uuid and position <= ${position}`,
    ),
    `create view pg_temp.head as select org_id, position as size, recorded_at from pg_temp.event
       where position = ${position}`,
    ...unrecorded.map((name) => `create view pg_temp.${bare(name)} as select * from ${name} where false`),
    // No index holds the names of the past: every name is compared.
    ...['documents_named', 'documents_in_force_named'].map(
      (name) => `create function pg_temp.${name}(text) returns uuid[] language sql as 'select null::uuid[]'`,
    ),
  ].join(';');

const bare = (name: string): string => name.slice(name.indexOf('.') + 1);

/** Leads every table of a query to its namesake of the past; one that has none is an error. */
class IntoThePast extends OperationNodeTransformer {
  protected override transformSchemableIdentifier(node: SchemableIdentifierNode): SchemableIdentifierNode {
    return node.schema ? { ...node, schema: IdentifierNode.create('pg_temp') } : node;
  }
}

const transformer = new IntoThePast();
const inThePast: KyselyPlugin = {
  transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
  transformResult: async ({ result }) => result,
};

const poolOfOne = (client: PoolClient): PostgresPool => ({
  connect: () =>
    Promise.resolve(new Proxy(client, { get: (of, key) => (key === 'release' ? () => undefined : bound(of, key)) })),
  end: () => Promise.resolve(),
});

function bound(client: PoolClient, key: string | symbol): unknown {
  const value: unknown = Reflect.get(client, key);
  return typeof value === 'function' ? (value.bind(client) as unknown) : value;
}
