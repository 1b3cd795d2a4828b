import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '#app/server/api/endpoints.ts';
import { verifyBundle, type Bundle } from '#tests/audit/bundle-verifier.ts';
import { isLongSuite, oncePerKind } from '#tests/support/suite.ts';
import { nobody } from './chosen.ts';
import { declaredKind } from './declared.ts';
import { withReasons, type Case, type Row } from './matrix.ts';
import { rows } from './rows.ts';
import { findFirstEvent } from './rows/audit.ts';
import { makeChanges } from './rows/changes.ts';
import { makeImports } from '#tests/library-import/make-imports.ts';
import { findApproval } from './rows/documents/approvers.ts';
import { createAccount } from './rows/settings.ts';
import { enrolForRows } from './rows/passkeys.ts';
import { findRecords } from './rows/training.ts';
import { makeDutiesForRows } from './rows/functions.ts';
import { defineForRows } from './rows/routes.ts';
import { registerForRows } from './rows/webhooks.ts';
import { openSite, type Site } from './site.ts';
import { strangeNamesOf } from './summary.ts';

let site: Site;

beforeAll(async () => {
  site = await openSite();
  await findFirstEvent(site);
  await findRecords(site);
  await findApproval(site);
  await makeChanges(site);
  await makeImports(site);
  await createAccount(site);
  await registerForRows(site);
  await makeDutiesForRows(site);
  await defineForRows(site);
  await enrolForRows(site);
});

afterAll(() => site.close());

const name = ({ kind, about, method, status }: Case) =>
  `answers ${status} to ${method}: ${kind}${about ? `, ${about}` : ''}`;

async function expectAnswer({
  kind,
  about,
  by,
  method,
  path,
  form,
  status,
  location,
  says,
  type,
}: Case): Promise<void> {
  const filled = form?.(site);
  // A reason that is typed or pasted may end in a space.
  const sent = filled && kind === 'success' ? withReasons(filled, (reason) => `${reason} `) : filled;
  const answer = await site.send(by(site), method, path(site), sent);
  expect({ status: answer.status, ...(answer.status !== status && { said: wordsOf(answer.text) }) }).toEqual({
    status,
  });
  if (location instanceof RegExp) expect(answer.location).toMatch(location);
  else if (location) expect(answer.location).toBe(location(site));
  if (status === 200 || status >= 400)
    expect(answer.type).toContain(status === 200 ? (type ?? 'text/html') : (type ?? ''));
  if (says) expect(wordsOf(answer.text)).toContain(says);
  if (about !== 'values that no form of the product sends') expect(strangeNamesOf(answer.text)).toEqual([]);
  // A page never shows a stack trace.
  expect(answer.text).not.toMatch(/\bat .*\.(?:ts|tsx|js):\d+/);
  // The answer discloses neither the name nor the documents of the other organisation.
  if (kind === 'another organisation') {
    expect(answer.text).not.toContain(site.ours.world.name);
    expect(answer.text).not.toContain('Batch Record Review');
  }
}

const wordsOf = (html: string): string =>
  html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ')
    .slice(0, 20_000);

const routeCases = oncePerKind(
  rows.flatMap(({ route, cases }) => cases.map((one) => [route, one] as const)),
  declaredKind,
);
const casesOf = (row: Row) =>
  routeCases.flatMap(([route, one]) => (route === row.route ? [[name(one), one] as const] : []));

describe.each(rows.map((row) => [row.route, row] as const))('[P11-10d] [P11-10g] %s', (_route, row) => {
  it.each(casesOf(row))('%s', (_name, one) => expectAnswer(one));
});

const foreign = (method: string, path: string) =>
  fetch(site.server.url + path, {
    method,
    redirect: 'manual',
    headers: { Origin: 'https://evil.example', 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'name=x',
  });

describe('[P11-10h1] a form from another site', () => {
  // The server decides it before it looks for the route: by day each eighth is asked.
  const posted = new Map(routeCases.flatMap(([route, one]) => (one.method === 'POST' ? [[route, one]] : [])));
  it.each([...posted].filter((_, at) => isLongSuite || at % 8 === 0))(
    'is refused at POST %s',
    async (_route, { path }) => {
      expect((await foreign('POST', path(site))).status).toBe(403);
    },
  );
});

describe('a method that a route does not support', () => {
  // The API reference page shares its address with an endpoint: a POST to /api/docs creates a document.
  const posts = new Set(endpoints.flatMap(({ method, path }) => (method === 'POST' ? [path as string] : [])));
  const gets = rows.filter(({ route, cases }) => !posts.has(route) && cases.every(({ method }) => method === 'GET'));
  it.each(gets.map(({ route, cases }) => [route, cases.at(-1)!] as const))(
    'is answered with 405: POST %s',
    async (_, one) => {
      expect((await site.send(one.by(site), 'POST', one.path(site), {})).status).toBe(405);
    },
  );

  it('is answered with 405 and Allow at an address of the API', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      const answer = await fetch(`${site.server.url}/api/docs`, { method });
      expect({ status: answer.status, allow: answer.headers.get('allow') }).toEqual({
        status: 405,
        allow: 'POST, GET, HEAD',
      });
    }
  });
});

describe('[P11-10d] the data that a page fetches for client navigation', () => {
  const refused = routeCases.filter(
    ([, { kind, method, by }]) =>
      method === 'GET' && by !== nobody && (kind === 'wrong role' || kind === 'another organisation'),
  );
  it.each(refused.map(([route, one]) => [`${route}, ${name(one)}`, one] as const))(
    'is refused like the page: %s',
    async (_, { by, path, status }) => {
      const [address = '', query] = path(site).split('?');
      const answer = await site.send(by(site), 'GET', `${address}.data${query ? `?${query}` : ''}`);
      expect(answer.text).not.toMatch(
        /Batch Record Review|Change Control|Cleaning Validation|aoife\.brennan@northmere/,
      );
      // A search answers, and finds nothing of others.
      expect(answer.status === 200).toBe(status === 200);
    },
  );
});

describe('an export of the audit trail over HTTP', () => {
  const taken = (format: string) =>
    site.send(site.ours.author, 'GET', `/dashboard/docs/${site.ours.documents.rejected}/audit/export.${format}`);

  it('[A11-17a] is a bundle that an independent verifier accepts', async () => {
    const bundle = JSON.parse((await taken('json')).text) as Bundle;
    expect(bundle).toMatchObject({
      organisation: { name: site.ours.world.name },
      document: { title: 'Supplier Audits' },
      madeBy: 'Tomasz Wieczorek',
    });
    expect(bundle.events.length).toBeGreaterThan(5);
    expect(verifyBundle(bundle)).toEqual([]);
  });

  it('has a descriptive file name and is not cached', async () => {
    for (const format of ['pdf', 'csv', 'json']) {
      const { headers } = await taken(format);
      expect(headers.get('content-disposition')).toBe(
        `attachment; filename="SOP-QA-004 Supplier Audits audit trail.${format}"`,
      );
      expect(headers.get('cache-control')).toBe('private, no-store');
    }
  });
});

describe('the error summary of an empty form names its fields as their labels do', () => {
  // Without its hidden field, the form of the approvers is none of those on its page.
  const forms = routeCases.filter(
    ([route, { method, kind }]) => method === 'POST' && kind === 'invalid' && !route.endsWith('/approvers'),
  );
  it.each([...new Map(forms)])('POST %s', async (_, { by, path, form }) => {
    const empty = Object.fromEntries(Object.keys(form?.(site) ?? {}).map((name) => [name, '']));
    const answer = await site.send(by(site), 'POST', path(site), empty);
    expect(strangeNamesOf(answer.text)).toEqual([]);
  });
});

describe('a form whose reason is empty', () => {
  // By now most are refused for what they did before; `tests/kit/reason-table.test.ts` has what each command answers.
  const forms = new Map(routeCases.filter(([, { kind, method }]) => kind === 'success' && method === 'POST'));
  it.each([...forms])('is answered without a fault: POST %s', async (_, { by, path, form }) => {
    const answer = await site.send(
      by(site),
      'POST',
      path(site),
      withReasons(form?.(site) ?? {}, () => ''),
    );
    expect(answer.status).toBeLessThan(500);
  });
});
