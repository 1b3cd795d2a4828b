import { statusLabel } from '#events/document/status.ts';
import { signatureMeanings } from '#events/signature-meaning.ts';
import { instantOf } from '#events/time.ts';
import type { AuditEntry, AuditTrailReport } from '#app/audit/export/audit-trail.ts';
import type { Ports } from '#app/kit/ports.ts';
import { nameOf } from '#app/kit/words/described.ts';
import { describeDamage } from '#app/audit/queries/ledger-damage.ts';
import type { LedgerPlace } from '#app/kit/query/past.ts';
import { readEventDocuments, type EventDocument } from '#app/audit/queries/event-documents.ts';
import { readTrailEvents, type TrailEvent } from '#app/audit/queries/events.ts';
import type { CheckedCheckpoint } from '#app/audit/queries/proof.ts';
import type { TrailDocument } from '#app/audit/queries/subject.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';

/** Events that are read at a time. */
const batch = 500;

/** The status of a trail's document in words. */
export const trailStatus = ({ status, training }: TrailDocument): string =>
  status === null ? 'Discarded' : statusLabel(status, training.labelRate);

const roleOf = (actor: TrailEvent['actor']): string | null => {
  if (actor.kind === 'user') return actor.role;
  return actor.kind === 'service_account' ? 'Service account' : null;
};

const entryOf = (event: TrailEvent): AuditEntry => ({
  position: event.position,
  recordedAt: event.recordedAt,
  subject: event.subject,
  sentence: event.sentence,
  note: event.note,
  reason: event.reason,
  signature: event.signature && {
    signedName: event.signature.signedName,
    printedName: event.signature.printedName,
    meaning: signatureMeanings[event.signature.meaning],
  },
  changes: [
    ...event.changes,
    ...event.people.map(({ fact, names }) => ({ field: fact, old: null, new: names.join(', ') })),
  ],
  leafHash: event.leaf.toString('hex'),
  state: event.state,
  source: {
    type: event.type,
    by: nameOf(event.actor),
    role: roleOf(event.actor),
    address: event.actor.kind === 'system' ? null : event.actor.address,
  },
});

interface Made {
  organisation: { uid: string; name: string };
  madeBy: string;
  zone: string;
  positions: readonly string[];
  checkpoint: CheckedCheckpoint | null;
  /** Its last ledger position; null: the ledger's end. */
  place?: LedgerPlace | null;
}

/** A document's whole trail, newest first, for PDF and CSV. Dates are in `zone` (IANA name). */
export const readTrailReport = (
  ports: Ports,
  { document, ...made }: Made & { document: TrailDocument },
): Promise<AuditTrailReport> =>
  readReport(
    ports,
    made,
    { document: document.uid },
    {
      kind: 'document',
      number: documentNumber(document),
      title: document.name,
      version: document.version,
      status: trailStatus(document),
    },
  );

/** The whole log of a person in the same form. */
export const readPersonReport = (
  ports: Ports,
  { person, ...made }: Made & { person: { uid: string; name: string; email: string; status: string } },
): Promise<AuditTrailReport> =>
  readReport(
    ports,
    made,
    { person: person.uid },
    {
      kind: 'person',
      number: person.email,
      title: person.name,
      version: null,
      status: person.status,
    },
  );

/** The whole log of the organisation in the same form. */
export const readOrganisationReport = (
  ports: Ports,
  { domain, ...made }: Made & { domain: string },
): Promise<AuditTrailReport> =>
  readReport(
    ports,
    made,
    {},
    {
      kind: 'organisation',
      number: domain,
      title: made.organisation.name,
      version: null,
      status: 'Settings, departments, functional areas and service accounts',
    },
  );

async function readReport(
  ports: Ports,
  { organisation, madeBy, zone, checkpoint, place, positions: oldestFirst }: Made,
  about: { document?: string; person?: string },
  subject: AuditTrailReport['subject'],
): Promise<AuditTrailReport> {
  const positions = oldestFirst.toReversed();
  const entries: AuditEntry[] = [];
  for (let start = 0; start < positions.length; start += batch) {
    const some = positions.slice(start, start + batch);
    const events = await readTrailEvents(ports, { org: organisation.uid, ...about }, some, checkpoint);
    // In a document's own trail every event is about it.
    const documents = about.document ? null : await readEventDocuments(ports, organisation.uid, events);
    entries.push(...events.map((event) => withDocument(entryOf(event), documents?.get(event.position))));
  }
  const found = new Set(entries.map(({ position }) => position));
  const damage = describeDamage({
    broken: entries.flatMap(({ position, state }) => (state === 'broken' ? [position] : [])).toReversed(),
    missing: oldestFirst.filter((position) => !found.has(position)),
    tree: checkpoint?.sound === false,
  });
  const { size, recordedAt } = await ports.ledger.readHead(organisation.uid);
  return {
    organisation: organisation.name,
    subject,
    generatedBy: madeBy,
    zone,
    generatedAt: place?.at ?? recordedAt ?? instantOf(0),
    ledgerPosition: place?.position ?? size,
    checkpoint: checkpoint && {
      size: checkpoint.size,
      root: checkpoint.root.toString('hex'),
      signedAt: checkpoint.signedAt,
    },
    damage,
    entries,
  };
}

const withDocument = (entry: AuditEntry, document: EventDocument | undefined): AuditEntry =>
  document ? { ...entry, note: [`${document.title}.`, ...(entry.note ? [entry.note] : [])].join(' ') } : entry;
