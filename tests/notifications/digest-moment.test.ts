import { describe, expect, it } from 'vitest';
import { digestMoment } from '#app/notifications/queries/reminders-digest-moment.ts';

const monday7 = { weekday: 1, hour: 7 };

describe('the moment of the weekly digest', () => {
  it('is the latest time with this weekday and hour in the zone', () => {
    // 2026-03-12 is a Thursday.
    expect(digestMoment('2026-03-12T14:05:00.000Z', 'UTC', monday7)).toEqual({
      at: '2026-03-09T07:00:00.000Z',
      week: '2026-03-09T00:00:00.000Z',
    });
    expect(digestMoment('2026-03-09T06:59:59.999Z', 'UTC', monday7).at).toBe('2026-03-02T07:00:00.000Z');
    expect(digestMoment('2026-03-09T07:00:00.000Z', 'UTC', monday7).at).toBe('2026-03-09T07:00:00.000Z');
    expect(digestMoment('2026-03-12T14:05:00.000Z', 'UTC', { weekday: 7, hour: 0 })).toEqual({
      at: '2026-03-08T00:00:00.000Z',
      week: '2026-03-02T00:00:00.000Z',
    });
  });

  it('follows the zone, over the change to summer time too', () => {
    const zone = 'Europe/Berlin';
    expect(digestMoment('2026-03-24T00:00:00.000Z', zone, monday7).at).toBe('2026-03-23T06:00:00.000Z');
    expect(digestMoment('2026-03-31T00:00:00.000Z', zone, monday7).at).toBe('2026-03-30T05:00:00.000Z');
    // Sunday 29 March 2026 has no 02:00 there: the digest comes at 03:00.
    expect(digestMoment('2026-03-29T12:00:00.000Z', zone, { weekday: 7, hour: 2 }).at).toBe('2026-03-29T01:00:00.000Z');
    // Monday morning in Auckland is still Sunday in UTC, and of the week that begins there.
    expect(digestMoment('2026-03-08T18:30:00.000Z', 'Pacific/Auckland', monday7)).toEqual({
      at: '2026-03-08T18:00:00.000Z',
      week: '2026-03-09T00:00:00.000Z',
    });
  });
});
