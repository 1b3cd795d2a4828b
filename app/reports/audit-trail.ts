import type { Change } from '#events/common.ts';
import type { Frame } from '#app/reports/frame.ts';

/** One event of the trail. Times are ISO 8601 in UTC; positions decimal text; hashes lower-case hex. */
export interface AuditEntry {
  position: string;
  recordedAt: string;
  /** Who did it; the sentence goes on after it, without a full stop. */
  subject: string;
  sentence: string;
  note: string | null;
  /** A person's reason, in their words. */
  reason: string | null;
  /** The name on the line, the printed name and the meaning in words. */
  signature: { signedName: string; printedName: string; meaning: string } | null;
  changes: Change[];
  leafHash: string;
  /** The event's type, and who caused it from where, as it was recorded (21 CFR 11.10(h)). */
  source: { type: string; by: string; role: string | null; address: string | null } | null;
}

/** The audit trail of a document, of a person or of the organisation itself, ready to be drawn. */
export interface AuditTrailReport {
  organisation: string;
  /** `number` (a person's address, the organisation's domain) and `status` as they are shown; only a document has a version. */
  subject: {
    kind: 'document' | 'person' | 'organisation';
    number: string;
    title: string;
    version: string | null;
    status: string;
  };
  /** Who asked for it. */
  generatedBy: string;
  /** The place in the ledger up to which it tells, and when that event was recorded (ISO 8601 in UTC). */
  ledgerPosition: string;
  generatedAt: string;
  /** IANA name: the dates in what is told are in it. */
  zone: string;
  /** The first signed checkpoint that covers the entries; null where there is none yet. */
  checkpoint: { size: string; root: string; signedAt: string } | null;
  /** In the order in which they are shown. */
  entries: AuditEntry[];
}

/** `old → new`, with a dash where there was or is nothing. */
export const changeInWords = ({ field, old, new: now }: Change): string => `${field}: ${old ?? '-'} → ${now ?? '-'}`;

const titles = { document: 'Audit trail', person: 'User Audit Log', organisation: 'Organisation Audit Log' } as const;

/** The frame of a trail: it leaves nothing out. */
export const trailFrame = (trail: AuditTrailReport): Frame => ({
  title: `${titles[trail.subject.kind]} of ${trail.subject.title}`,
  organisation: trail.organisation,
  filters: 'Every event',
  position: trail.ledgerPosition,
  at: trail.generatedAt,
  zone: trail.zone,
  madeBy: trail.generatedBy,
});
