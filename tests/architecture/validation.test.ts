import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { examine, requirementsIn } from '../../scripts/validation.mjs';

const page = `
| id    | clause | the software must | state |
| ----- | ------ | ----------------- | ----- |
| X1-5  | 5      | sign (a and b)    | shown |
| X1-5a | 5(a)   | name              | shown |
| X1-5b | 5(b)   | date              | shown |
| X1-6  | 6      | retain            | shown |`;
const requirements = requirementsIn(page);
const titled = (...ids: string[]) => ids.map((id) => ({ title: `[${id}]`, ids: [id] }));
const problems = (...ids: string[]) => examine(requirements, titled(...ids)).problems;

describe('the page of requirements', () => {
  it('is green for a clause only where each of its parts has a test of its own', () => {
    expect(problems('X1-5a', 'X1-5b', 'X1-6')).toEqual([]);
    const half = ['X1-5 has no test that shows it.', 'X1-5b has no test that shows it.'];
    expect(problems('X1-5a', 'X1-6')).toEqual(half);
    // A test of the clause alone shows none of its parts.
    expect(problems('X1-5', 'X1-5a', 'X1-6')).toEqual(half);
  });

  it('may not say shown of what is planned, nor planned of what is shown', () => {
    const honest = page.replace(/(X1-5b.*)shown/, '$1planned').replace(/(X1-5 .*)shown/, '$1partly');
    const titles = titled('X1-5a', 'X1-6');
    expect(examine(requirementsIn(honest), titles).problems).toEqual([]);
    const proud = page.replace(/(X1-5b.*)shown/, '$1planned');
    expect(examine(requirementsIn(proud), titles).problems).toEqual(['X1-5 is partly, and the page says shown.']);
    expect(examine(requirementsIn(honest), [...titles, ...titled('X1-5b')]).problems).toHaveLength(2);
    expect(problems('X1-5a', 'X1-5b', 'X1-6', 'X1-7')).toEqual(['[X1-7] carries X1-7, which is not a requirement.']);
  });

  it('has each part of the clauses that have parts', () => {
    const ids = requirementsIn(readFileSync('docs/validation/requirements.md', 'utf8')).map(({ id }) => id);
    const parts = (clause: string, last: string) =>
      Array.from({ length: last.charCodeAt(0) - 96 }, (_, index) => clause + String.fromCharCode(97 + index));
    for (const [clause, last] of [
      ['P11-10', 'k'],
      ['P11-100', 'c'],
      ['P11-300', 'e'],
      ['ISO13485-424', 'h'],
    ] as const)
      expect(ids).toEqual(expect.arrayContaining(parts(clause, last)));
  });
});
