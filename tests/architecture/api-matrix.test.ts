import { describe, expect, it } from 'vitest';
import { endpoints } from '#app/api/endpoints.ts';
import { stateChangingGets } from '#app/api/state-changing.ts';
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
