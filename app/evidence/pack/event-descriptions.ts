import { recordedRoleLabel } from '#events/user/role.ts';
import { decode, type Recorded } from '#events/catalogue.ts';
import { zoneAt } from '#events/document/organisation-zones.ts';
import type { Change } from '#events/common.ts';
import { decodeEvent, type RecordedBytes } from '#events/ledger/read.ts';
import { signatureMeanings } from '#events/signature-meaning.ts';
import { describeEvent } from '#app/wording/describe-event.ts';
import { documentOf } from '#app/queries/audit/event-documents.ts';
import { documentsOf, peopleOf } from '#app/queries/audit/events.ts';
import type { Snapshot } from '#app/evidence/pack/snapshot.ts';

/** An event as the index of a pack describes it. Times are ISO 8601 in UTC, hashes hexadecimal. */
export interface DescribedEvent {
  position: number;
  recordedAt: string;
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
}

export interface DescribedSignature {
  signedName: string;
  printedName: string;
  role: string;
  meaning: string;
  reason: string;
  signedAt: string;
  document: string;
  version: string;
  sha256: string;
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

/** Describes events as the audit trail or log does, with the names in `snapshot`. `about`: the pack's subject. */
export async function describeEvents(
  snapshot: Snapshot,
  events: readonly ReadEvent[],
  { document: about = null, person }: { document?: string | null; person?: string },
): Promise<DescribedEvent[]> {
  await snapshot.learn({
    people: events.flatMap(({ event }) => peopleOf(event)),
    documents: events.flatMap(({ event }) => [documentOf(event) ?? [], documentsOf(event)].flat()),
  });
  const documentTitle = (uid: string) => {
    const known = snapshot.document(uid);
    return known ? `${known.number} ${known.name}` : undefined;
  };
  const words = {
    personName: snapshot.personName,
    ...(about === null ? { documentTitle } : { document: about }),
    ...(person === undefined ? {} : { person }),
  };
  return events.map(({ position, leaf, event }) => {
    const { subject, sentence, note, reason, changes, people, signature } = describeEvent(event, {
      ...words,
      zone: zoneAt(snapshot.organisation.zones, event.position),
    });
    const document = documentOf(event);
    const known = document === null || document === about ? null : snapshot.document(document);
    return {
      position,
      recordedAt: event.recordedAt,
      subject,
      sentence,
      note,
      reason,
      changes: [...changes, ...people.map(({ fact, names }) => ({ field: fact, old: null, new: names.join(', ') }))],
      document: known && `${known.number} ${known.name}`,
      leaf: leaf.toString('hex'),
      signature: signature && {
        ...signature,
        role: recordedRoleLabel(signature.role),
        meaning: signatureMeanings[signature.meaning].replace(/:$/, ''),
      },
    };
  });
}
