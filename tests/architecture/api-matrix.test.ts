import { describe, expect, it } from 'vitest';
import { endpoints } from '#app/server/api/endpoints.ts';
import { examples } from '#app/server/api/examples.ts';
import { describeCalls } from '#app/server/api/openapi.ts';
import { stateChangingGets } from '#app/server/api/serve.ts';
import { kinds, type Kind } from '#tests/api/matrix.ts';
import { rows } from '#tests/api/rows.ts';

describe('every call is in the matrix of the calls', () => {
  it('has a row, and no row is of a call that is gone', () => {
    expect(rows.map(({ operation }) => operation).toSorted()).toEqual(
      endpoints.map(({ operation }) => operation).toSorted(),
    );
  });

  it.each(rows.map((row) => [row.operation, row] as const))(
    '%s: tries each kind, or says why not',
    (_, { cases, without }) => {
      const tried = new Set<Kind>(cases.map(({ kind }) => kind));
      const excused = Object.keys(without ?? {});
      expect(kinds.filter((kind) => !tried.has(kind) && !excused.includes(kind))).toEqual([]);
    },
  );

  it('no GET runs a command but those of the one list', () => {
    const acting = endpoints.filter(({ method, changes }) => method === 'GET' && changes);
    expect(acting.filter(({ path }) => !stateChangingGets.has(path))).toEqual([]);
  });
});

interface Text {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: unknown;
  pattern?: unknown;
  maxLength?: unknown;
  contentMediaType?: unknown;
  examples?: unknown;
}

/** The texts of a description that say neither their values, form nor length, or show no example. */
function vague(place: string, part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const text = part as Text;
  const known = text.enum ?? text.const ?? text.format ?? text.contentMediaType;
  const isVague =
    (known === undefined || text.enum?.length === 0) && !((text.pattern ?? text.maxLength) && text.examples);
  return [
    ...([text.type].flat().includes('string') && isVague ? [place] : []),
    ...Object.entries(part)
      .filter(([name]) => name !== 'examples')
      .flatMap(([name, inner]) => vague(`${place}/${name}`, inner)),
  ];
}

it('the description names the values, the form or the length of every text, with an example', () => {
  const { paths, components } = describeCalls(endpoints, { version: '1', publicUrl: 'http://localhost' });
  expect(vague('', { paths, components })).toEqual([]);
});

describe('the example of a body', () => {
  const withBody = endpoints.filter(({ body }) => body);
  const described = describeCalls(endpoints, { version: '1', publicUrl: 'http://localhost' }) as {
    paths: Record<string, Record<string, { requestBody?: { content: { 'application/json': { example: unknown } } } }>>;
  };

  it.each(withBody.map((one) => [one.operation, one] as const))(
    '%s: it is described, and the call takes it',
    (_, one) => {
      const body = described.paths[one.path]?.[one.method.toLowerCase()]?.requestBody?.content['application/json'];
      expect(one.body?.safeParse(body?.example)).toMatchObject({ success: true });
      expect(JSON.stringify(body?.example)).not.toContain('""');
    },
  );

  it('belongs to a call that there is, and gives two fields no value in common', () => {
    expect(Object.keys(examples).toSorted()).toEqual(withBody.map(({ operation }) => operation).toSorted());
    for (const [operation, example] of Object.entries(examples)) {
      const texts = Object.values(example ?? {}).filter((value) => typeof value === 'string');
      expect(new Set(texts).size, operation).toBe(texts.length);
    }
    // Each gives reasons of its own.
    const reasons = Object.values(examples).flatMap((one) => {
      const { reason } = one as { reason?: string };
      return reason === undefined ? [] : [reason];
    });
    expect(new Set(reasons).size).toBe(reasons.length);
  });
});
