import { createHash } from 'node:crypto';
import type { AuditEntry, AuditTrailReport } from '#app/audit/export/audit-trail.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

export const entry = (position: number, recordedAt: string, more: Partial<AuditEntry> = {}): AuditEntry => ({
  position: String(position),
  recordedAt,
  subject: 'Priya Raman',
  sentence: 'downloaded the effective PDF, version 2.1',
  note: null,
  reason: null,
  signature: null,
  changes: [],
  leafHash: hash(String(position)),
  state: 'included',
  source: null,
  ...more,
});

export const trail = (more: Partial<AuditTrailReport> = {}): AuditTrailReport => ({
  organisation: 'Northmere Diagnostics',
  subject: {
    kind: 'document',
    number: 'SOP - QA - 017',
    title: 'Batch Record Review',
    version: '2.1',
    status: 'Effective',
  },
  zone: 'Europe/Rome',
  generatedBy: 'Elena Marchetti',
  generatedAt: '2026-03-12T14:05:00.000Z',
  ledgerPosition: '18977',
  checkpoint: { size: '18977', root: hash('root'), signedAt: '2026-03-12T14:00:00.000Z' },
  damage: null,
  entries: [
    entry(18951, '2026-03-12T11:48:07.000Z', {
      subject: '小林 はな',
      sentence: 'signed the training record for version 2.1',
      signature: { signedName: '小林 はな', printedName: '小林 はな', meaning: 'I have read and understand' },
    }),
    entry(18944, '2026-03-12T09:31:52.000Z'),
    entry(18610, '2026-03-04T00:00:00.000Z', {
      subject: 'Version 2.1',
      sentence: 'came into force; version 2.0 was superseded',
      note: 'By schedule. The date was set by Priya Raman on 19 Feb 2026.',
      changes: [{ field: 'Status', old: 'Awaiting Effective', new: 'Effective' }],
    }),
    entry(18402, '2026-02-19T16:20:44.000Z', {
      sentence: 'gave final approval and set the effective date',
      changes: [
        { field: 'Effective date', old: null, new: '04 Mar 2026' },
        { field: 'Departments', old: 'Quality Assurance', new: 'Quality Assurance, Manufacturing' },
      ],
      reason: '=HYPERLINK("http://example.com")',
    }),
  ],
  ...more,
});
