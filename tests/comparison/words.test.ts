import { expect, it } from 'vitest';
import { comparisonMethod, earlierMethod } from '#events/document/comparison-method.ts';
import type { ComparisonView } from '#app/comparison/screens/comparison-view.ts';
import { restWords, verdict } from '#app/comparison/words.ts';

it.each([
  ['words', {}, 2, 'Nothing else changed.'],
  ['words', {}, 0, 'Nothing changed.'],
  ['words', { undrawnPages: { from: [], to: [4] } }, 2, 'No other change was found.'],
  ['words', { undrawnPages: { from: [3], to: [] } }, 2, 'No other change was found.'],
  ['words', { from: { silentPages: [7] } }, 0, 'No change was found.'],
  ['words', { unknownActions: ['Start'] }, 0, 'No change was found.'],
  ['words', { method: earlierMethod }, 2, 'No other change was found.'],
  ['pages', {}, 0, 'No change was found.'],
] as const)(
  'says that nothing else changed only where all was compared, and names that: %s, %j, %j',
  (compares, not, total, words) => {
    const whole = { undrawnPages: { from: [], to: [] }, unknownActions: [], pictures: [], elements: [] };
    const sides = { from: { silentPages: [] }, to: { silentPages: [] } };
    const compared = {
      method: comparisonMethod,
      compares,
      total,
      ...whole,
      ...sides,
      ...not,
    } as unknown as ComparisonView;
    expect(verdict(compared)).toBe(words);
    const said = restWords(compared);
    expect(said).toContain('ookmarks and attached files');
    if (compares === 'words' && !('method' in not)) expect(said).toContain('and whether it can be seen.');
    if ('undrawnPages' in not) expect(said).toMatch(/except on page (4|3 of the older version), where/);
    if ('unknownActions' in not) expect(said).toContain('What these start was not compared: “Start”.');
    if ('method' in not) expect(said).toContain('bookmarks and attached files were not compared');
    else expect(said).toContain('Not compared: document properties');
  },
);
