import type { Change } from '#events/common.ts';
import type { Instant } from '#events/time.ts';
import type { EventState } from '#app/audit/queries/events.ts';
import type { Frame } from '#app/adapters/pdf/report/frame.ts';

/** One event of the trail. Positions are decimal text, hashes lower-case hex. */
export interface AuditEntry {
  position: string;
  recordedAt: Instant;
  /** The actor; `sentence` continues after it, without a full stop. */
  subject: string;
  sentence: string;
  note: string | null;
  /** A person's reason, in their words. */
  reason: string | null;
  /** The name on the line, the printed name and the meaning in words. */
  signature: { signedName: string; printedName: string; meaning: string } | null;
  changes: Change[];
  leafHash: string;
  /** Whether its bytes lead to the root of the signed checkpoint. */
  state: EventState;
  /** The event's type, and who caused it from where, as it was recorded (21 CFR 11.10(h)). */
  source: { type: string; by: string; role: string | null; address: string | null } | null;
}

/** The audit trail of a document, a person or the organisation. */
export interface AuditTrailReport {
  organisation: string;
  /** `number`: also a person's email or the organisation's domain. `version`: only of a document. */
  subject: {
    kind: 'document' | 'person' | 'organisation';
    number: string;
    title: string;
    version: string | null;
    status: string;
  };
  /** The requester's name. */
  generatedBy: string;
  /** The ledger position of its state, and when that event was recorded. */
  ledgerPosition: string;
  generatedAt: Instant;
  /** IANA name of the zone of dates. */
  zone: string;
  /** The first signed checkpoint that covers the entries; null when there is none yet. */
  checkpoint: { size: string; root: string; signedAt: Instant } | null;
  /** What does not match the signed ledger, in sentences; null: all matches. */
  damage: string | null;
  /** In the order in which they are shown. */
  entries: AuditEntry[];
}

/** What is said of an event that does not match. */
export const brokenWords = 'This event does not match the signed ledger.';

/** `field: old → new`, with a dash for an absent value. */
export const changeInWords = ({ field, old, new: now }: Change): string => `${field}: ${old ?? '-'} → ${now ?? '-'}`;

const titles = { document: 'Audit trail', person: 'User Audit Log', organisation: 'Organisation Audit Log' } as const;

/** The frame of a trail, which has no filters. */
export const trailFrame = (trail: AuditTrailReport): Frame => ({
  title: `${titles[trail.subject.kind]} of ${trail.subject.title}`,
  organisation: trail.organisation,
  filters: 'Every event',
  position: trail.ledgerPosition,
  at: trail.generatedAt,
  zone: trail.zone,
  madeBy: trail.generatedBy,
  damage: trail.damage,
});
