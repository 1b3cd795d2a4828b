import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesIn, textOf } from './source.ts';

/** The promises of the page: their ids, and the tests that each names. */
const promises = textOf('docs/promises.md')
  .split('\n')
  .flatMap((line) => {
    const id = /^\| ([A-Z]\d+)\s*\|/.exec(line)?.[1];
    return id ? [{ id, tests: [...line.matchAll(/tests\/promises\/([\w.-]+)/g)].map(([, file]) => file ?? '') }] : [];
  });

describe('docs/promises.md', () => {
  const files = filesIn(['tests/promises'], '.ts', '.tsx')
    .map((file) => path.basename(file))
    .filter((file) => /\.test\.tsx?$/.test(file));

  it('has each promise once', () => {
    const ids = promises.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    expect(ids.length).toBeGreaterThanOrEqual(48);
  });

  it('names the tests of each promise, and no other', () => {
    const named = promises.flatMap(({ id, tests }) => tests.map((file) => `${id} ${file}`));
    const written = files.map((file) => `${/^[a-z]\d+/.exec(file)?.[0].toUpperCase()} ${file}`);
    expect(named.toSorted()).toEqual(written.toSorted());
  });
});
