import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '#app/server/api/endpoints.ts';
import { openSite, type Site } from '#tests/http/site.ts';
import { oncePerKind } from '#tests/support/suite.ts';
import { ApiClient, type CallAnswer } from './client.ts';
import { reasonPlace, withReason, type Case } from './matrix.ts';
import { describeClients } from './clients.ts';
import { describeFeed } from './feed.ts';
import { describeIdempotency } from './idempotency.ts';
import { describeReportLinks } from './report-links.ts';
import { describeAccounts } from './accounts.ts';
import { describeIfMatch } from './protocol/if-match.ts';
import { describeLists } from './lists.ts';
import { describeOriginal } from './original.ts';
import { describeBodies } from './protocol/bodies.ts';
import { describeProtocol } from './protocol/protocol.ts';
import { describeRefusals } from './refusals.ts';
import { rows } from './rows.ts';
import { makeChangesForRows } from './rows/changes.ts';
import { makeDutiesForRows } from './rows/functions.ts';
import { defineRouteForRows } from './rows/routes.ts';
import { registerForRows } from './rows/webhooks.ts';
import { describeReviseSequences } from './revise-sequences.ts';
import { describeServiceAccounts } from './service-accounts.ts';
import { describeSequences } from './sequences.ts';
import { describeWholeEntities } from './whole-entities.ts';
import { readSignables } from './signables.ts';

let site: Site;
let client: ApiClient;

beforeAll(async () => {
  site = await openSite();
  client = await ApiClient.of(site.server.url);
  await readSignables(site);
  await registerForRows(site);
  await makeDutiesForRows(site);
  await defineRouteForRows(site);
  await makeChangesForRows(site);
});

afterAll(() => site?.close());

const name = ({ kind, about }: Case) => `${kind}${about ? `, ${about}` : ''}`;

async function holds(operation: string, one: Case): Promise<void> {
  const { by, kind, send, status, refusal, title, fields, holds: part, link } = one;
  // A reason that is typed or pasted may end in a space.
  const sent = kind === 'success' ? withReason(operation, send(site), (reason) => `${reason} `) : send(site);
  const answer = await client.send(by(site), sent);
  expect({ status: answer.status, ...(answer.status !== status && { said: answer.text }) }).toEqual({ status });
  if (status < 400) {
    const { data } = (answer.json ?? {}) as { data?: unknown };
    if (link) expect(data).toContain(site.server.url + link(site));
    if (part) expect(data).toMatchObject(part(site));
    return;
  }
  refuses(answer, { refusal, title, fields });
  if (kind === 'other organisation') expect(answer.text).not.toContain(site.ours.world.name);
}

function refuses(answer: CallAnswer, { refusal, title, fields }: Pick<Case, 'refusal' | 'title' | 'fields'>): void {
  const problem = answer.json as { type: string; title: string; status: number; instance: string; errors?: object };
  expect(problem.status).toBe(answer.status);
  expect(problem.instance).toBe(`urn:imprimatur:request:${answer.headers.get('x-request-id')}`);
  if (refusal) expect(problem.type).toBe(`/api/docs#problem-${refusal}`);
  if (title) expect(problem.title).toBe(title);
  if (fields) expect(Object.keys(problem.errors ?? {}).toSorted()).toEqual(fields.toSorted());
  if (answer.status === 401) expect(answer.headers.get('www-authenticate')).toContain('Bearer');
  expect(answer.text).not.toMatch(/\bat .*\.(?:ts|js):\d+/);
}

describe('the description', () => {
  it('is OpenAPI 3.1', async () => {
    expect(client.description.text).toMatchObject({ openapi: '3.1.0' });
    expect(await new Validator().validate(structuredClone(client.description.text))).toMatchObject({ valid: true });
  });
});

describeProtocol(() => ({ site, client }));
describeBodies(() => ({ site, client }));
describeOriginal(() => ({ site, client }));
describeClients(() => ({ site, client }));
describeLists(() => ({ site, client }));
describeIfMatch(() => ({ site, client }));
describeAccounts(() => ({ site, client }));
describeRefusals(() => ({ site, client }));
describeIdempotency(() => ({ site, client }));
describeSequences(() => ({ site, client }));
describeReviseSequences(() => ({ site, client }));
describeReportLinks(() => ({ site, client }));
describeWholeEntities(() => ({ site, client }));

const byOperation = new Map(endpoints.map((endpoint) => [endpoint.operation, endpoint]));

/** The kind of a case that an endpoint's declaration alone decides, with what is declared; null for others. */
function declaredKind([operation, { kind, about, status }]: readonly [string, Case]): string | null {
  const isRead = kind === 'malformed' && about !== 'unknown uid';
  const isDeclared = kind === 'no token' || (kind === 'wrong role' && status === 403) || isRead;
  const { method, permission } = byOperation.get(operation)!;
  return isDeclared ? [kind, about, status, method, permission].join(' ') : null;
}
const tried = oncePerKind(
  rows.flatMap(({ operation, cases }) => cases.map((one) => [operation, one] as const)),
  declaredKind,
);

const casesOf = (asked: string) =>
  tried.flatMap(([operation, one]) => (operation === asked ? [[name(one), one] as const] : []));

describe.each(rows.map(({ operation }) => operation))('%s', (operation) => {
  it.each(casesOf(operation))('%s', (_name, one) => holds(operation, one));
});

describe('a call whose reason is empty', () => {
  // By now most are refused for what they did before; `tests/kit/reason-table.test.ts` has what each command answers.
  const asking = rows.filter(({ operation }) => reasonPlace(operation) !== null);
  const calls = asking.flatMap(({ operation, cases }) =>
    cases.filter(({ kind }) => kind === 'success').map((one) => [operation, one] as const),
  );
  it.each([...new Map(calls)])('is answered without a fault: %s', async (operation, { by, send }) => {
    const answer = await client.send(
      by(site),
      withReason(operation, send(site), () => ''),
    );
    expect(answer.status).toBeLessThan(500);
  });
});

describeFeed(() => ({ site, client }));
describeServiceAccounts(() => ({ site, client }));

describe('every operation', () => {
  it('is described, and was seen to succeed and to refuse', () => {
    const { operations, seen } = client.description;
    const shownBeside = new Set(rows.filter(({ without }) => without?.success).map(({ operation }) => operation));
    const statuses = (id: string) => [...(seen.get(id) ?? [])];
    const unseen = operations.filter(
      ({ operationId: id }) => !shownBeside.has(id) && !statuses(id).some((status) => status < 300),
    );
    expect(unseen.map(({ operationId }) => operationId)).toEqual([]);
    // By day some are refused in the words of their kind alone, which one of the kind has shown.
    const refusing = operations.filter(({ operationId: id }) =>
      tried.some(([operation, { status }]) => operation === id && status >= 400),
    );
    const unrefused = refusing.filter(({ operationId: id }) => !statuses(id).some((status) => status >= 400));
    expect(unrefused.map(({ operationId }) => operationId)).toEqual([]);
  });
});
