import { expect, it } from 'vitest';
import { compareSheets } from './sheet-findings.ts';
import type { Sheets } from './sheets.ts';

// A stroke `|` is the end of a line.
const changed = [
  ['Weigh as in section 1.|5 mg of salt', 'Weigh as in section|1.5 mg of salt'],
  ['Set the limit to 0.|5 mg per vial', 'Set the limit to 0.5 mg per vial'],
  ['Take step 1,|5 g of salt', 'Take step|1,5 g of salt'],
  ['Weigh lots of 1,|000 g', 'Weigh lots of 1,000 g'],
  ['Hold 10|-20 min', 'Hold|10-20 min'],
  ['Hold 10 -|20 min', 'Hold 10 -20 min'],
  ['Store at -|20 °C', 'Store at -20 °C'],
  ['Store at –|20 °C', 'Store at –20 °C'],
  ['Store at 5|–8 °C', 'Store at|5–8 °C'],
  ['Use the non|-sterile flask', 'Use the|non-sterile flask'],
  ['Wait for step 4:|30 min', 'Wait for step|4:30 min'],
  ['Keep within ±|5 K', 'Keep within|±5 K'],
  ['Keep below 95|% of it', 'Keep below 95% of it'],
  ['Take 1/|2 tablets', 'Take 1/2 tablets'],
  ['Heat to pH >|7', 'Heat to pH|>7'],
  ['Call it salt.|water is next', 'Call it salt.water is next'],
] as const;

const alike = [
  ['Use a probe and/|or a gauge', 'Use a probe and/or|a gauge'],
  ['Weigh 5 mg/|ml of salt', 'Weigh 5 mg/ml of salt'],
  ['Store at 2–|8 °C', 'Store at 2–8 °C'],
  ['Use a self-|made gauge', 'Use a self-made gauge'],
  ['Use a high–|pressure line', 'Use a high–pressure line'],
  ['Stop the pump—|then wait', 'Stop the pump|—then wait'],
  ['The verifi-|cation of it', 'The verification of it'],
  ['Clean it pre-|and post-wash', 'Clean it pre- and post-|wash'],
  ['Read https://|forms.example/|list', 'Read https://forms.example/list'],
] as const;

/** The lines of each text, with a line between them, four texts to a page. */
function sheetsOf(texts: readonly string[]): Sheets {
  const pages: Sheets['pages'] = [];
  for (const [index, text] of texts.entries()) {
    if (index % 4 === 0) pages.push([]);
    const lines = [...text.split('|'), 'Close the drain and wash the vessel'];
    pages.at(-1)!.push(...lines.map((line) => ({ text: line })));
  }
  return { head: [], foot: [], pages };
}

async function saidOf(pairs: typeof changed | typeof alike): Promise<string[][]> {
  const [older, newer] = [sheetsOf(pairs.map(([one]) => one)), sheetsOf(pairs.map(([, other]) => other))];
  const said = [await compareSheets(older, newer), await compareSheets(newer, older)];
  return said.map(({ passages }) =>
    passages.map(({ kind, parts }) => `${kind}: ${parts.map(({ text }) => text).join(' | ')}`),
  );
}

it('says that a number or sign is another where a line ended within it', async () => {
  for (const said of await saidOf(changed)) {
    expect(said, said.join('\n')).toHaveLength(changed.length);
    expect(said.filter((one) => !one.startsWith('changed: '))).toEqual([]);
  }
});

it('says nothing where a line ends after a stroke between letters, or after the dash of a range', async () => {
  expect(await saidOf(alike)).toEqual([[], []]);
});
