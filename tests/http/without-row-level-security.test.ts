import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient } from '#tests/api/client.ts';
import { rows as operations } from '#tests/api/rows.ts';
import { makeChangesForRows } from '#tests/api/rows/changes.ts';
import { defineRouteForRows } from '#tests/api/rows/routes.ts';
import { registerForRows } from '#tests/api/rows/webhooks.ts';
import { readSignables } from '#tests/api/signables.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import type { ScenarioOrganisation } from '#tests/support/scenario.ts';
import { rows } from './rows.ts';
import { findFirstEvent } from './rows/audit.ts';
import { makeChanges } from './rows/changes.ts';
import { makeImports } from '#tests/library-import/make-imports.ts';
import { findApproval } from './rows/documents/approvers.ts';
import { enrolForRows } from './rows/passkeys.ts';
import { findRecords } from './rows/training.ts';
import { openSite, type Site } from './site.ts';

let site: Site;
let client: ApiClient;
let switchedOff = 0;

beforeAll(async () => {
  site = await openSite();
  client = await ApiClient.of(site.server.url);
  await findFirstEvent(site);
  await findRecords(site);
  await findApproval(site);
  await readSignables(site);
  await makeChanges(site);
  await makeImports(site);
  await makeChangesForRows(site);
  await defineRouteForRows(site);
  await registerForRows(site);
  await enrolForRows(site);
  const { rows: guarded } = await site.db.owner.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('read', 'ledger', 'identity', 'app') and c.relrowsecurity`,
  );
  switchedOff = guarded.length;
  for (const { name } of guarded) await site.db.owner.query(`alter table ${name} disable row level security`);
});

afterAll(() => site?.close());

const words = ({ world, documents, admin, ...people }: ScenarioOrganisation): string[] => [
  world.org,
  world.name,
  admin.email.split('@')[1]!,
  ...Object.values(documents),
  ...[admin, ...Object.values(people).filter((one): one is Person => 'uid' in one)].map(({ uid }) => uid),
];

/** What an answer tells of the organisation that the person is not of, except for what the request named. */
function tellsOf(by: Person, asked: string, text: string): string[] {
  const other = by.org === site.ours.world.org ? site.theirs : site.ours;
  return words(other).filter((word) => text.includes(word) && !asked.includes(word));
}

const kinds = ['success', 'another organisation', 'other organisation'];

describe('with row-level security switched off, no answer tells anything of another organisation [P11-10d]', () => {
  it('of any table', () => expect(switchedOff).toBeGreaterThan(20));

  const pages = rows.flatMap(({ route, cases }) =>
    cases.filter(({ kind, method }) => kinds.includes(kind) && method === 'GET').map((one) => [route, one] as const),
  );
  it.each(pages)('%s: $kind', async (_, { by, path, kind, status }) => {
    const person = by(site);
    if (!person) return;
    const answer = await site.send(person, 'GET', path(site));
    if (kind !== 'success') expect(answer.status).toBe(status);
    expect(answer.status).toBeLessThan(500);
    expect(tellsOf(person, path(site), answer.text)).toEqual([]);
  });

  const calls = operations.flatMap(({ operation, cases }) =>
    cases.filter(({ kind }) => kinds.includes(kind)).map((one) => [operation, one] as const),
  );
  it.each(calls.filter(([operation]) => operation.startsWith('get') || operation.startsWith('list')))(
    '%s: $kind',
    async (_, { by, send, kind, status }) => {
      const person = by(site);
      if (!person || send(site).method !== 'GET') return;
      const answer = await client.send(person, send(site));
      if (kind !== 'success') expect(answer.status).toBe(status);
      expect(answer.status).toBeLessThan(500);
      expect(tellsOf(person, JSON.stringify(send(site)), answer.text)).toEqual([]);
    },
  );
});
