import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { files } from '#tests/http/declared.ts';
import { kinds, type Kind } from '#tests/http/matrix.ts';
import { rows } from '#tests/http/rows.ts';
import { codeOf, textOf } from './source.ts';

const source = (file: string) => textOf(`app/${file}`);
/** What builds loaders and actions checks access and address: tests/kit/screen.test.ts. */
const kit = /\b(?:screenLoader|screenAction|fileLoader|pastLoader)\b/;

describe('every route is in the HTTP matrix', () => {
  it('has a row, and no row is of a route that is gone', () => {
    expect(rows.map(({ route }) => route).toSorted()).toEqual([...files.keys()].toSorted());
  });

  it.each(rows.map((row) => [row.route, row] as const))(
    '%s: tries each kind, or says why not',
    (_, { cases, without }) => {
      const tried = new Set<Kind>(cases.map(({ kind }) => kind));
      const excused = Object.keys(without ?? {});
      expect(kinds.filter((kind) => !tried.has(kind) && !excused.includes(kind))).toEqual([]);
    },
  );

  const withoutKit: Record<string, string> = {
    '/sign-out': 'A GET leads to the start, for everybody.',
    '/sessions/left': 'It says how long a session lasts without making it last longer.',
    '/dashboard/saved-forms': 'It leads to the page of the form.',
  };
  it.each([...files])('%s: says who may open it and with which address, and the kit checks it', (route, file) => {
    const code = codeOf(`app/${file}`);
    const own = /export (?:async function|const) (?:loader|action)\b(?! = \w+[(;])/;
    if (!(route in withoutKit)) expect(code).not.toMatch(own);
    const imported = [...code.matchAll(/ from '(?:#(app\/[^']+)|(\.[^']+))\.(tsx?)'/g)].map(
      ([, whole, relative = '', type]) => `${whole ?? path.join('app', path.dirname(file), relative)}.${type}`,
    );
    const building = [code, ...imported.map(codeOf)].filter((text) => kit.test(text) && /\baccess\b/.test(text));
    expect(building).not.toEqual([]);
    if (route.includes('/:')) expect(building.some((text) => /\bparams\b/.test(text))).toBe(true);
  });

  it.each([...files])('%s: a route with a form has it posted', (route, file) => {
    const row = rows.find((one) => one.route === route);
    const posts = row?.cases.some(({ method }) => method === 'POST') ?? false;
    expect(posts).toBe(/export const action\b|\bas action\b/.test(source(file)));
  });
});
