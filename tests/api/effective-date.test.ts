import { expect, it } from 'vitest';
import { toMomentOf } from '#app/documents/calls/effective-date.ts';

it.each([
  [1_798_761_600_000, '2027-01-01T00:00:00.000Z'],
  ['2027-01-01', '2026-12-31T23:00:00.000Z'],
  ['01 Jan 2027', '2026-12-31T23:00:00.000Z'],
  ['2027-07-01', '2027-06-30T22:00:00.000Z'],
  ['2027-01-01T09:30:00.250Z', '2027-01-01T09:30:00.250Z'],
  ['2027-01-01T09:30Z', '2027-01-01T09:30:00.000Z'],
  ['2027-01-01T09:30:00+05:30', '2027-01-01T04:00:00.000Z'],
  ['2027-01-01T09:30:00', '2027-01-01T08:30:00.000Z'],
  ['2027-07-01T09:30', '2027-07-01T07:30:00.000Z'],
])('%s is a moment, in the organisation’s time zone where it names none', (sent, moment) => {
  expect(toMomentOf(sent, 'Europe/Rome')).toBe(moment);
});

it.each([
  '2027-02-30T10:00:00',
  '2027-01-01T25:00Z',
  '2027-01-01 10:00',
  '1899-12-31T00:00:00Z',
  '20270101',
  'tomorrow',
])('%s is none', (sent) => {
  expect(toMomentOf(sent, 'Europe/Rome')).toBe('no date');
});
