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

describe('[A11-4b] the page of requirements', () => {
  it('is green for a clause only where each of its parts has a test of its own', () => {
    expect(problems('X1-5a', 'X1-5b', 'X1-6')).toEqual([]);
    const half = ['X1-5 has no test that shows it.', 'X1-5b has no test that shows it.'];
    expect(problems('X1-5a', 'X1-6')).toEqual(half);
    // A test of the clause alone shows none of its parts.
    expect(problems('X1-5', 'X1-5a', 'X1-6')).toEqual(half);
  });

  it('may not say shown of what is planned, nor planned of what is shown', () => {
    const why = '\n| X1-5b | not built |';
    const honest = page.replace(/(X1-5b.*)shown/, '$1planned').replace(/(X1-5 .*)shown/, '$1partly') + why;
    const titles = titled('X1-5a', 'X1-6');
    expect(examine(requirementsIn(honest), titles).problems).toEqual([]);
    const proud = page.replace(/(X1-5b.*)shown/, '$1planned') + why;
    expect(examine(requirementsIn(proud), titles).problems).toEqual(['X1-5 is partly, and the page says shown.']);
    expect(examine(requirementsIn(honest), [...titles, ...titled('X1-5b')]).problems).toHaveLength(2);
    expect(problems('X1-5a', 'X1-5b', 'X1-6', 'X1-7')).toEqual(['[X1-7] carries X1-7, which is not a requirement.']);
  });

  it('is green for a part of a clause only where each of its own parts is', () => {
    const split = `${page}
      | X1-5a1 | 5(a) | name first | shown |
      | X1-5a2 | 5(a) | name last  | shown |`;
    const problemsWith = (...ids: string[]) => examine(requirementsIn(split), titled('X1-6', 'X1-5b', ...ids)).problems;
    expect(problemsWith('X1-5a1', 'X1-5a2')).toEqual([]);
    expect(problemsWith('X1-5a', 'X1-5a1')).toEqual(
      ['X1-5', 'X1-5a', 'X1-5a2'].map((id) => `${id} has no test that shows it.`),
    );
  });

  it('says why a requirement is planned or not applicable, and of no other', () => {
    const row = '| X1-7 | 7 | report | not applicable |';
    const why = '| X1-7 | the organisation reports |';
    const problemsWith = (...rows: string[]) => examine(requirementsIn(rows.join('\n')), []).problems;
    expect(problemsWith(row)).toEqual(['X1-7 does not say why it is not applicable.']);
    expect(problemsWith(row, why)).toEqual([]);
    const shown = examine(requirementsIn([row.replace('not applicable', 'shown'), why].join('\n')), titled('X1-7'));
    expect(shown.problems).toEqual(['X1-7 is shown, and gives a reason.']);
  });

  it('takes the state of the requirements that a row names as its own', () => {
    const named = (state: string, ids: string) =>
      requirementsIn(`${page}\n| X2-1 | 1 | do the same (as ${ids}) | ${state} |\n${planned}`);
    const planned = '| X1-7 | 7 | report | planned |\n| X1-7 | not built |';
    const all = titled('X1-5a', 'X1-5b', 'X1-6');
    expect(examine(named('shown', 'X1-5, X1-6'), all).problems).toEqual([]);
    expect(examine(named('shown', 'X1-5, X1-7'), all).problems).toEqual(['X2-1 is partly, and the page says shown.']);
    expect(examine(named('shown', 'X1-5, X1-8'), all).problems).toEqual([
      'X2-1 names X1-8, which is not a requirement.',
    ]);
  });

  it('has each part of the clauses that have parts', () => {
    const ids = requirementsIn(readFileSync('docs/validation/requirements.md', 'utf8')).map(({ id }) => id);
    const parts = (clause: string, last: string) =>
      Array.from({ length: last.charCodeAt(0) - 96 }, (_, index) => clause + String.fromCharCode(97 + index));
    for (const [clause, last] of [
      ['P11-10', 'k'],
      ['P11-100', 'c'],
      ['P11-300', 'e'],
      ['A11-4', 'f'],
      ['A11-9', 'e'],
      ['A11-10', 'd'],
      ['A11-11', 'b'],
      ['A11-12', 'd'],
      ['A11-13', 'b'],
      ['A11-16', 'e'],
      ['ISO13485-424', 'h'],
      ['ISO13485-425', 'd'],
      ['ISO9001-72', 'd'],
    ] as const)
      expect(ids).toEqual(expect.arrayContaining(parts(clause, last)));
  });
});
