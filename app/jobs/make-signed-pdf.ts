import { recordedRoleLabel } from '#events/user/role.ts';
import { z } from 'zod';
import { decode, type Recorded } from '#events/catalogue.ts';
import { uid } from '#events/common.ts';
import { versionOf, type Document } from '#events/document/state.ts';
import { typeLabel } from '#events/document/type.ts';
import { signatureMeanings } from '#events/signature-meaning.ts';
import { streams } from '#events/streams.ts';
import { keepSignedPdf } from '#app/commands/approval/record-signed-pdf.ts';
import { addresses } from '#app/addresses.ts';
import type { Task } from '#app/jobs/task.ts';
import { documentAt } from '#app/email/ledger-facts.ts';
import type { ManifestFacts, ManifestSignature, RecordedAct } from '#app/pdf/manifest.ts';
import { makeSignedPdf, signedKey } from '#app/pdf/signed-pdf.ts';
import type { Ports } from '#app/ports.ts';
import { describeEvent } from '#app/wording/describe-event.ts';
import { trackedWrite } from '#app/storage/tracked-write.ts';

const approved = z.object({ org: uid, position: z.string().regex(/^\d+$/), document: uid, version: z.string() });
type Approved = z.infer<typeof approved>;

/**
 * The last approver has signed: makes the PDF that carries its signatures (21 CFR 11.50) and keeps it beside the
 * untouched original. All of it is taken from the ledger as it was at that event, so that a repeated job shows the
 * same. Each try has a key of its own, and the first that is recorded stays: no two seals have the same bytes.
 */
export const makeSignedPdfTask: Task<Approved> = {
  name: 'make-signed-pdf',
  payload: approved,
  async run({ org, position, document: uid, version }, ports) {
    const { past, present } = await documentAt(ports.ledger, org, uid, position);
    const found = past && versionOf(past, version);
    const original = found?.files.final;
    if (!past || !original?.pages) throw new Error(`Version ${version} has no PDF that could carry signatures.`);
    if (!present || versionOf(present, version)?.signedPdf) return;
    const events = await eventsUntil(ports, org, uid, position);
    const facts = await factsOf(ports, org, { document: past, version, events, position });
    const at = ports.now();
    const certificate = await ports.certificates.of(org, facts.organisation, at);
    const storage = ports.storage.within(org);
    const file = ports.newId();
    const request = { org, document: uid, uid: file, original: { ...original, pages: original.pages }, facts };
    const { name, size: maxBytes } = original;
    await trackedWrite(
      ports,
      { org, document: uid, uid: file, key: signedKey(org, uid, file), name, maxBytes },
      async () => {
        const made = await makeSignedPdf(
          { storage, pdfs: ports.pdfs },
          { ...request, certification: { certificate, at } },
        );
        if (!made.ok) throw new Error(`The signed PDF could not be made: ${made.failure.detail ?? made.failure.code}`);
        const recorded = await keepSignedPdf(ports, org, {
          document: uid,
          version,
          original: original.sha256,
          file: made.value,
          seal: { sealedAt: at, certificate: certificate.fingerprint },
        });
        // Another worker was faster, or the event was refused: no event names this file.
        if (!recorded.ok || !recorded.value.recorded) await storage.remove(made.value.objectKey);
        if (!recorded.ok)
          throw new Error(`The signed PDF was not recorded: ${recorded.failure.detail ?? recorded.failure.code}`);
      },
    );
  },
};

async function eventsUntil({ ledger }: Ports, org: string, uid: string, position: string): Promise<Recorded[]> {
  const { events } = await ledger.readStream(org, streams.document(uid));
  return events.filter((event) => BigInt(event.position) <= BigInt(position)).map(decode);
}

interface Approval {
  document: Document;
  version: string;
  /** The document's events up to its approval, oldest first. */
  events: readonly Recorded[];
  position: string;
}

async function factsOf(
  { database, config }: Ports,
  org: string,
  { document, version, events, position }: Approval,
): Promise<Omit<ManifestFacts, 'original' | 'certificate'>> {
  const organisation = await database.read(org, (db) =>
    db.selectFrom('read.organisation').select(['name', 'settings']).executeTakeFirstOrThrow(),
  );
  const words = { zone: organisation.settings.timeZone, personName: () => 'a colleague' };
  const signatures: ManifestSignature[] = [];
  const acts: RecordedAct[] = [];
  for (const event of events) {
    if (!('version' in event.data) || event.data.version !== version) continue;
    if (event.type === 'ApprovalGiven') signatures.push(signatureOf(event));
    else if (isAct(event)) {
      const { subject, sentence } = describeEvent(event, words);
      acts.push({ sentence: `${subject} ${sentence}.`, at: event.recordedAt, position: event.position });
    }
  }
  const { type, functionalArea, docNum } = document;
  const approvedAt = events.find((event) => event.position === position)?.recordedAt ?? events.at(-1)?.recordedAt ?? '';
  return {
    organisation: organisation.name,
    document: { number: `${typeLabel(type)} - ${functionalArea} - ${docNum}`, title: document.name, version },
    effective: null,
    signatures,
    acts,
    verifyUrl: new URL(addresses.auditTrail(document.uid), config.publicUrl).href,
    madeAt: approvedAt,
  };
}

/** What led to the approval and was no signature: shown with name and time, never drawn as one. */
const isAct = ({ type }: Recorded): boolean =>
  ['DocumentSentForReview', 'DocumentRevised', 'ApproverAdded', 'ApproverRemoved', 'ApproverReplaced'].includes(type);

function signatureOf({ data: { signature }, position }: Recorded<'ApprovalGiven'>): ManifestSignature {
  return {
    signedName: signature.signedName,
    printedName: signature.printedName,
    role: recordedRoleLabel(signature.role),
    meaning: signatureMeanings[signature.meaning],
    reason: signature.reason,
    signedAt: signature.signedAt,
    signer: signature.signer,
    position,
  };
}
