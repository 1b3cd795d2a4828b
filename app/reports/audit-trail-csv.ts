import type { Readable } from 'node:stream';
import { changeInWords } from '#app/reports/audit-trail.ts';
import type { AuditTrailReport } from '#app/reports/audit-trail.ts';
import { toCsv } from '#app/reports/csv.ts';

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
  'Type',
  'By',
  'Role',
  'Address',
  ...(kind === 'document' ? ['Document', 'Title'] : ['Person', 'Name']),
  'Organisation',
  'Made by',
  'Made at (UTC)',
  'Ledger size',
];

/** The audit trail as CSV, one line an event; several changes of one event stand in one cell, a line each. */
export const auditTrailCsv = (report: AuditTrailReport): Readable =>
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
      entry.source?.type ?? null,
      entry.source?.by ?? null,
      entry.source?.role ?? null,
      entry.source?.address ?? null,
      report.subject.number,
      report.subject.title,
      report.organisation,
      report.generatedBy,
      report.generatedAt,
      report.ledgerPosition,
    ]),
  );
