import type { Frame } from '#app/adapters/pdf/report/frame.ts';

/** What a report states about itself, for tests of how it is drawn and written. */
export const frame: Frame = {
  title: 'Table of Contents',
  organisation: 'Northmere Diagnostics',
  filters: 'No filters',
  position: '18977',
  at: '2026-03-12T14:05:00.000Z',
  zone: 'Europe/Rome',
  madeBy: 'Elena Marchetti',
};
