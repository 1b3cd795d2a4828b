import type { Readable } from 'node:stream';
import { brokenWords, changeInWords, trailFrame } from '#app/audit/export/audit-trail.ts';
import type { AuditTrailReport } from '#app/audit/export/audit-trail.ts';
import { toCsv, type CsvOptions } from '#app/adapters/pdf/report/csv.ts';
import { frameCells, frameHead } from '#app/adapters/pdf/report/frame.ts';

const subjectHeads = {
  document: ['Document', 'Title'],
  person: ['Person', 'Name'],
  organisation: ['Domain', 'Name'],
} as const;

const headOf = ({ kind }: AuditTrailReport['subject']): string[] => [
  'Audit event',
  'Recorded at (UTC)',
  'Subject',
  'Event',
  'Note',
  'Reason',
  'Signature: printed name',
  'Signature: meaning',
  'Changes',
  'Leaf hash (SHA-256)',
  'Event check',
  'Type',
  'By',
  'Role',
  'Address',
  ...subjectHeads[kind],
  ...frameHead,
];

const checks = { included: 'Unchanged', waiting: 'Not under a checkpoint yet', broken: brokenWords } as const;

/** The audit trail as CSV with one row an event. Its changes share one cell, one line each. */
export const auditTrailCsv = (report: AuditTrailReport, options?: CsvOptions): Readable =>
  toCsv(
    headOf(report.subject),
    report.entries.map((entry) => [
      entry.position,
      entry.recordedAt,
      entry.subject,
      `${entry.subject} ${entry.sentence}`,
      entry.note,
      entry.reason,
      entry.signature?.printedName ?? null,
      entry.signature?.meaning ?? null,
      entry.changes.map(changeInWords).join('\n'),
      entry.leafHash,
      checks[entry.state],
      entry.source?.type ?? null,
      entry.source?.by ?? null,
      entry.source?.role ?? null,
      entry.source?.address ?? null,
      report.subject.number,
      report.subject.title,
      ...frameCells(trailFrame(report)),
    ]),
    options,
  );
