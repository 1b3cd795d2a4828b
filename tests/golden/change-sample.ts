import type { VersionChange } from '#events/document/change.ts';

/** What a version changes and why. */
export const versionChange: VersionChange = {
  kind: 'minor',
  reason: 'Deviation DEV-0071: the limit was read as 2.5 °C.',
  summary: [
    { place: 'Section 6.3', what: 'The limit is 25 °C, not “2,5 °C”.' },
    { place: '', what: 'Titles of forms as they are today.' },
  ],
  origin: [
    { kind: 'request', request: '0199a1b2-0000-7000-8000-000000000099' },
    { kind: 'review', version: '2.0' },
    { kind: 'external', reference: 'ISO 13485:2016, 4.2.4 c' },
  ],
  trainingImpact: 'none',
  trainingReason: '小さな訂正のみ。',
};
