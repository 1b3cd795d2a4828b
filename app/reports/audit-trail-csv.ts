import type { Readable } from 'node:stream';
import { changeInWords } from '#app/reports/audit-trail.ts';
import type { AuditTrailReport } from '#app/reports/audit-trail.ts';
import { toCsv } from '#app/reports/csv.ts';

const head = [
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
  'Document',
  'Title',
  'Organisation',
  'Made by',
  'Made at (UTC)',
  'Ledger size',
];

/** The audit trail as CSV, one line an event; several changes of one event stand in one cell, a line each. */
export const auditTrailCsv = (report: AuditTrailReport): Readable =>
  toCsv(
    head,
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
      report.document.number,
      report.document.title,
      report.organisation,
      report.generatedBy,
      report.generatedAt,
      report.ledgerPosition,
    ]),
  );
