import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Case } from './matrix.ts';
import { rows } from './rows.ts';
import { findFirstEvent } from './rows/audit.ts';
import { findRecords } from './rows/signing.ts';
import { openSite, type Site } from './site.ts';

let site: Site;

beforeAll(async () => {
  site = await openSite();
  await findFirstEvent(site);
  await findRecords(site);
}, 240_000);

afterAll(() => site.close());

const name = ({ kind, about, method }: Case) => `${kind}${about ? `, ${about}` : ''}: ${method}`;

async function holds({ kind, by, method, path, form, status, location, says, type }: Case): Promise<void> {
  const answer = await site.send(by(site), method, path(site), form?.(site));
  expect({ status: answer.status, ...(answer.status !== status && { said: wordsOf(answer.text) }) }).toEqual({
    status,
  });
  if (location instanceof RegExp) expect(answer.location).toMatch(location);
  else if (location) expect(answer.location).toBe(location(site));
  if (status === 200 || status >= 400)
    expect(answer.type).toContain(status === 200 ? (type ?? 'text/html') : (type ?? ''));
  if (says) expect(wordsOf(answer.text)).toContain(says);
  // A page never shows where in the program something went wrong.
  expect(answer.text).not.toMatch(/\bat .*\.(?:ts|tsx|js):\d+/);
  // What belongs to another organisation is not there: neither its name nor what it calls its documents.
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

describe.each(rows.map((row) => [row.route, row] as const))('[P11-10d] [P11-10g] %s', (_route, { cases }) => {
  it.each(cases.map((one) => [name(one), one] as const))('%s', (_name, one) => holds(one));
});
