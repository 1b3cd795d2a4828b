import { describe, expect, it } from 'vitest';
import { Figures } from '#app/ui/figures/figures.tsx';
import { shown } from '#tests/support/shown.tsx';
import { inDigits } from '#app/ui/text/count.ts';

describe('a figure', () => {
  it('has a line with the words of what it counts, or none', () => {
    const weeks = [0, 3];
    const figures = [
      { label: 'For you', to: '/', count: 7 },
      { label: 'Overdue', to: '/', count: 3, plot: { weeks } },
      { label: 'Signed this year', to: '/', count: 9, plot: { weeks, came: 'Signed' } },
    ];
    const [forYou, overdue, signed] = shown(<Figures label="At a glance" figures={figures} />).split('</a>');
    expect(forYou).not.toMatch(/svg|weeks/);
    expect(overdue).toContain('At the end of each of the last 2 weeks: 0, 3');
    expect(signed).toContain('Signed in each of the last 2 weeks: 0, 3');
  });
});

it('loses no digit of a ledger position, which is decimal text', () => {
  expect([inDigits('9007199254740993'), inDigits(1500)]).toEqual(['9,007,199,254,740,993', '1,500']);
});
