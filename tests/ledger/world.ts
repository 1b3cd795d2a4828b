import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { type FullLedger, createLedger } from '#events/ledger/append/append.ts';
import { type Checkpoints, createCheckpoints } from '#events/ledger/checkpoint.ts';
import { type Proofs, createProofs } from '#events/ledger/proof.ts';
import type {
  Append,
  AppendOutcome,
  Json,
  JobSpec,
  JsonObject,
  NewEvent,
  ProjectionOp,
  Reactions,
} from '#events/ledger/types.ts';
import { verify } from '#events/ledger/verify/verify.ts';
import { expect } from 'vitest';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';

export const actor = { kind: 'system', name: 'test' } as const;
export const keyName = 'imprimatur';

export const event = (type: string, data: JsonObject = {}): NewEvent => ({ type, schema: 1, data });

/** One event for one stream; what is left out is made up. */
export const one = (
  org: string,
  stream: string,
  more: Partial<Append> & { version?: number | 'any'; data?: JsonObject; type?: string } = {},
): Append => {
  const { version = 0, data = {}, type = 'ThingChanged', ...rest } = more;
  return {
    org,
    actor,
    commandId: randomUUID(),
    writes: [{ stream, expectedVersion: version, events: [event(type, data)] }],
    ...rest,
  };
};

/** What makes a row of the read model. */
export const made = (uid: string, name: string, more: Record<string, Json> = {}) => ({
  type: 'ThingMade',
  data: { uid, name, ...more },
});

export const kinds = (outcomes: AppendOutcome[]) => outcomes.map((outcome) => outcome.kind);

/** A small read model: things with unique names, moved between states, and jobs for the loud ones. */
export const reactions: Reactions = {
  tables: [{ name: 'thing', key: ['uid'] }],
  project({ type, data, position, recordedAt }): ProjectionOp[] {
    const key = { uid: data.uid! };
    switch (type) {
      case 'ThingMade':
        return [
          {
            op: 'put',
            table: 'thing',
            row: {
              ...key,
              name: data.name!,
              made_position: position,
              made_at: recordedAt,
              facts: { at: recordedAt, tags: ['a', position] },
            },
          },
        ];
      case 'ThingListed':
        return [
          {
            op: 'put',
            table: 'thing',
            row: { ...key, name: data.name!, made_position: position, names: data.names!, facts: data.facts! },
          },
        ];
      case 'ThingMoved':
        return [
          {
            op: 'patch',
            table: 'thing',
            key,
            changes: { state: data.to!, moved_at: recordedAt },
            when: { state: data.from! },
          },
        ];
      case 'ThingRenamed':
        return [{ op: 'patch', table: 'thing', key, changes: { name: data.name! } }];
      case 'ThingRemoved':
        return [{ op: 'remove', table: 'thing', key }];
      default:
        return [];
    }
  },
  enqueue({ type, data, org, position, recordedAt }): JobSpec[] {
    if (type !== 'ThingMade' || !data.loud) return [];
    return [
      { task: 'shout', payload: { org, position, recordedAt } },
      { task: 'settle', payload: { position }, key: `settle-${org}` },
    ];
  },
};

export interface LedgerWorld extends TestDatabase {
  ledger: FullLedger;
  checkpoints: Checkpoints;
  proofs: Proofs;
  key: ReturnType<typeof generateKeyPairSync>;
  /** A second ledger on the same database, as another process would have. */
  another(): FullLedger;
  /** The read model's rows, in the order in which they were made. */
  things(org: string): Promise<Record<string, unknown>[]>;
  /** Verifies an organisation's ledger, expects no damage, and answers how many events it holds. */
  sound(org: string): Promise<number>;
  /** As the database's owner with the triggers off. */
  tamper(statement: string, values?: unknown[]): Promise<void>;
}

export const ledgerWorld = async (): Promise<LedgerWorld> => {
  const database = await freshDatabase();
  await database.owner.query(`
    create table read.thing (
      org_id uuid, uid uuid, name text not null, folded text generated always as (lower(name)) stored,
      state text not null default 'NEW',
      made_position bigint, made_at timestamptz, moved_at timestamptz, facts jsonb, names text[],
      primary key (org_id, uid));
    create unique index thing_name on read.thing (org_id, folded);
    select ledger.compile_read_models()`);
  const pool = database.database.pool;
  const ledger = createLedger({ pool, reactions });
  const key = generateKeyPairSync('ed25519');
  const { close } = database;
  const others: FullLedger[] = [];
  return Object.assign(database, {
    ledger,
    key,
    checkpoints: createCheckpoints(pool, { name: keyName, privateKey: key.privateKey }),
    proofs: createProofs(pool),
    another: () => {
      const other = createLedger({ pool, reactions });
      others.push(other);
      return other;
    },
    things: async (org: string) =>
      (
        await database.owner.query<Record<string, unknown>>(
          'select * from read.thing where org_id = $1 order by made_position',
          [org],
        )
      ).rows,
    async sound(org: string) {
      for await (const { damages, positions } of verify({
        pool: database.owner,
        org,
        keys: [key.publicKey],
        keyName,
      })) {
        expect(damages).toEqual([]);
        return positions;
      }
      throw new Error('nothing was verified');
    },
    async tamper(statement: string, values: unknown[] = []) {
      const client = await database.owner.connect();
      const tables = ['event', 'node', 'checkpoint'];
      try {
        await client.query('begin');
        for (const table of tables) await client.query(`alter table ledger.${table} disable trigger user`);
        await client.query('set constraints all deferred');
        await client.query(statement, values);
        for (const table of tables) await client.query(`alter table ledger.${table} enable always trigger append_only`);
        await client.query('commit');
      } finally {
        client.release();
      }
    },
    async close() {
      await Promise.all([ledger, ...others].map((each) => each.close()));
      await close.call(database);
    },
  });
};
