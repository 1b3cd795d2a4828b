import { recordedRoleLabel } from '#events/user/role.ts';
import { decode, type Recorded } from '#events/catalogue.ts';
import { zoneAt } from '#events/document/organisation-zones.ts';
import type { Change } from '#events/common.ts';
import type { VersionChange } from '#events/document/change.ts';
import { decodeEvent, type RecordedBytes } from '#events/ledger/read.ts';
import { signatureMeanings } from '#events/signature-meaning.ts';
import type { Instant } from '#events/time.ts';
import { describeEvent } from '#app/audit/words/describe-event.ts';
import { stepAndFunction } from '#app/documents/words/lifeline.ts';
import { documentOf } from '#app/audit/queries/event-documents.ts';
import { documentsOf, peopleIn } from '#app/audit/queries/events.ts';
import { nameBefore, withEmailBesideNames } from '#app/kit/people/email-beside-names.ts';
import type { Snapshot } from '#app/audit/evidence/pack/snapshot.ts';

/** An event as the index of a pack describes it. Hashes are hexadecimal. */
export interface DescribedEvent {
  position: number;
  recordedAt: Instant;
  subject: string;
  /** Continues after the subject, without a full stop. */
  sentence: string;
  note: string | null;
  reason: string | null;
  changes: Change[];
  /** `SOP - QA - 017 Batch Record Review`; null in a pack about that document. */
  document: string | null;
  leaf: string;
  signature: DescribedSignature | null;
  /** What the version that the event sends for review changes and why. */
  change: { version: string; says: VersionChange } | null;
  /** The change request that the event makes: its uid, and what was asked. */
  request: { uid: string; text: string } | null;
}

export interface DescribedSignature {
  signedName: string;
  printedName: string;
  role: string;
  meaning: string;
  reason: string;
  signedAt: Instant;
  document: string;
  version: string;
  sha256: string;
  /** SHA-256 of the comparison with an earlier version that the signer was shown. */
  comparison: string | null;
  /** How the signer was checked. */
  method: string;
  /** Along a route: `Step 2, Quality unit, for Tomasz Wieczorek.` */
  step: string | null;
}

/** An event with its exact bytes, decoded. */
export interface ReadEvent {
  position: number;
  canonical: string;
  leaf: Buffer;
  event: Recorded;
}

export const readEvent = ({ position, canonical, leaf }: RecordedBytes): ReadEvent => ({
  position: Number(position),
  canonical,
  leaf,
  event: decode(decodeEvent(position, canonical)),
});

/** The step of an approval, its function and for whom a deputy signed; null without a route. */
const stepOf = ({ type, data }: Recorded): string | null =>
  (type === 'ApprovalGiven' || type === 'ApprovalRejected') && data.approval.step !== undefined
    ? stepAndFunction(data)
    : null;

const changeOf = ({ type, data }: Recorded): DescribedEvent['change'] =>
  (type === 'DocumentSentForReview' || type === 'DocumentRevised') && data.change
    ? { version: data.version, says: data.change }
    : null;

/** Describes events as the audit trail or log does, with the names in `snapshot`. `about`: the pack's subject. */
export async function describeEvents(
  snapshot: Snapshot,
  events: readonly ReadEvent[],
  { document: about = null, person }: { document?: string | null; person?: string },
): Promise<DescribedEvent[]> {
  await snapshot.learn({
    people: events.flatMap(({ event }) => peopleIn(event)),
    documents: events.flatMap(({ event }) => [documentOf(event) ?? [], documentsOf(event)].flat()),
  });
  return events.map(({ position, leaf, event }) => {
    const words = {
      personName: nameBefore(snapshot.namesThen, event.position),
      zone: zoneAt(snapshot.organisation.zones, event.position),
      ...(about === null
        ? { documentTitle: (uid: string) => snapshot.titlesThen(uid, event.position) }
        : { document: about }),
      ...(person === undefined ? {} : { person }),
    };
    const described = describeEvent(withEmailBesideNames(event, snapshot.namesThen), words);
    const { subject, sentence, note, reason, changes, people, signature } = described;
    const document = documentOf(event);
    const title = document === null || document === about ? null : snapshot.titlesThen(document, event.position);
    return {
      position,
      recordedAt: event.recordedAt,
      subject,
      sentence,
      note,
      reason,
      changes: [...changes, ...people.map(({ fact, names }) => ({ field: fact, old: null, new: names.join(', ') }))],
      document: title ?? null,
      leaf: leaf.toString('hex'),
      signature: signature && {
        ...signature,
        role: recordedRoleLabel(signature.role),
        method: signature.credential.method,
        meaning: signatureMeanings[signature.meaning].replace(/:$/, ''),
        step: stepOf(event),
      },
      change: changeOf(event),
      request: event.type === 'ChangeRequested' ? { uid: event.data.request, text: event.data.text } : null,
    };
  });
}
