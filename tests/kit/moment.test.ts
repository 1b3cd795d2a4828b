import { describe, expect, it } from 'vitest';
import { readMoment } from '#app/kit/forms/moment.ts';

const now = '2026-11-25T01:00:10.500Z';

describe('a moment of the past that somebody typed', () => {
  it.each([
    ['12 Mar 2026 14:05', '2026-03-12T14:05:59.999Z', '12 Mar 2026 14:05'],
    [' 12 Mar 2026 14:05 UTC ', '2026-03-12T14:05:59.999Z', '12 Mar 2026 14:05'],
    ['4 March 2026 01:05:09', '2026-03-04T01:05:09.999Z', '04 Mar 2026 01:05:09'],
    ['12 Mar 2026', '2026-03-12T23:59:59.999Z', '12 Mar 2026 23:59'],
    ['2026-03-12', '2026-03-12T23:59:59.999Z', '12 Mar 2026 23:59'],
    ['2026-03-12T14:05Z', '2026-03-12T14:05:59.999Z', '12 Mar 2026 14:05'],
    ['2026-03-12T14:05:30.123Z', '2026-03-12T14:05:30.123Z', '12 Mar 2026 14:05:30'],
    ['2026-03-12T14:05+01:00', '2026-03-12T13:05:59.999Z', '12 Mar 2026 13:05'],
  ])('counts to the end of what is written: %s', (typed, until, text) => {
    expect(readMoment(typed, now)).toEqual({ until, text });
  });

  it.each(['25 Nov 2026', '25 Nov 2026 01:00', '2026-11-25T01:00:10Z'])('goes no further than now: %s', (typed) => {
    expect(readMoment(typed, now)).toEqual({ until: now, text: '25 Nov 2026 01:00:10' });
  });

  it.each(['soon', '30 Feb 2026', '2026-13-01', '12 Mar 0026', '12 Mar 2026 25:00', '14:05'])(
    'is none, and the answer says how to write it: %s',
    (typed) => {
      expect(readMoment(typed, now)).toEqual({
        problem: 'Enter the moment as 25 Nov 2026 01:00, or a day alone.',
      });
    },
  );

  it.each(['26 Nov 2026', '25 Nov 2026 01:01', '2100-01-01'])('has not come yet: %s', (typed) => {
    expect(readMoment(typed, now)).toEqual({
      problem: 'That moment has not come yet. It is now 25 Nov 2026 01:00 UTC.',
    });
  });
});
