import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { compareDocuments } from '#app/comparison/engine/compare.ts';
import { withDocument } from '#app/adapters/pdf/intake/pdfium.ts';
import { compareSheets, faultOf, faultsOf } from './sheet-findings.ts';
import { flowingLooks, standingLook } from './sheet-looks.ts';
import { edgeKinds } from './edge-kinds.ts';
import { otherKinds } from './other-kinds.ts';
import { mutateSheets, type Expected } from './sheet-mutations.ts';

const readCase = (name: string): Promise<Buffer> => readFile(new URL(`cases/${name}.pdf`, import.meta.url));

const cases: [string, Expected][] = [
  ['first-line-limit', { removed: ['7'], added: ['70'] }],
  ['warning-on-some-pages', { removed: 'Warning: wear goggles. Warning: wear goggles.'.split(' ') }],
  ['link-target', { element: ['link', 'where.example/f-12'] }],
];

/** Every so many kinds, each once: all of them are tried in the long suite. */
const sample = <T>(all: readonly T[], step: number): T[] => all.filter((_, index) => index % step === 0);

// All 200 changes and all looks: `sheets.long.test.ts`.
describe('comparison of pages line by line', () => {
  it.each(cases)('finds what was once missed, and nothing else: %s', async (name, expected) => {
    const [older, newer] = [await readCase(`${name}-before`), await readCase(`${name}-after`)];
    const found = await withDocument(older, (from) =>
      withDocument(newer, (to) =>
        compareDocuments({ document: from, sha256: 'older' }, { document: to, sha256: 'newer' }),
      ),
    );
    expect(faultOf(found, expected)).toBeNull();
  });

  it('finds changes near the edges of pages', async () => {
    expect(await faultsOf(sample(mutateSheets(edgeKinds, 1, 90), 2))).toEqual({});
  });

  it('finds changes in other scripts and layouts, and in what no page shows', async () => {
    expect(await faultsOf(sample(mutateSheets(otherKinds, 1, 90), 2))).toEqual({});
  });

  it('finds no change where only the look is another', async () => {
    for (const { name, older, newer } of [...sample(flowingLooks(1), 7), standingLook(2)]) {
      const { passages, elements } = await compareSheets(older, newer);
      expect({ passages, elements }, name).toEqual({ passages: [], elements: [] });
    }
  });
});
