import { z } from 'zod';
import { uid } from '#events/common.ts';
import { versionOf } from '#events/document/state.ts';
import { keepSignedPdf } from '#app/approvals/commands/record-signed-pdf.ts';
import { approvalIn, documentEvents, manifestFacts, stateAfter } from '#app/approvals/jobs/manifest-facts.ts';
import type { Task } from '#app/kit/job/task.ts';
import type { Ports } from '#app/kit/ports.ts';
import { makeSignedPdf, signedKey } from '#app/adapters/pdf/signed-pdf.ts';
import { NoRoom } from '#app/adapters/storage/room.ts';
import { trackedWrite } from '#app/adapters/storage/tracked-write.ts';

const followed = z.object({ org: uid, position: z.string().regex(/^\d+$/), document: uid, version: z.string() });
type Followed = z.infer<typeof followed>;

/**
 * Makes the PDF that carries the signatures of an approved version (21 CFR 11.50) and lists the acts that followed, and
 * keeps it beside the untouched original. It is made after the last approval and again after each act. All of it is
 * taken from the ledger, so that a repeated job finds it made. Each try has a key of its own, and the first that is
 * recorded stays: no two certification signatures have the same bytes.
 */
export const makeSignedPdfTask: Task<Followed> = {
  name: 'make-signed-pdf',
  payload: followed,
  run: ({ position, ...of }, ports) => make(ports, of, position),
};

/**
 * Makes the signed PDF of a version anew where an act followed it that it does not list: what is handed out waits for
 * no job.
 */
export const renewSignedPdf = (ports: Ports, of: OfVersion): Promise<void> => make(ports, of, null);

type OfVersion = Omit<Followed, 'position'>;

/** `position`: of the event that it has to list; null: of the last one that it can list. */
async function make(ports: Ports, { org, document: uid, version }: OfVersion, position: string | null): Promise<void> {
  const events = await documentEvents(ports, org, uid);
  const present = stateAfter(events);
  const found = present && versionOf(present, version);
  // There is nothing to show of a version that was retired before its approval, or that was imported.
  if (!found?.approved || approvalIn(events, version) < 0) return;
  const original = found.files.final;
  if (!original?.pages) throw new Error(`Version ${version} has no PDF that could carry signatures.`);
  const { facts, upTo, approvedAt } = await manifestFacts(ports, org, { version, events });
  // An earlier schema of the event did not say what is listed: it was made at the approval.
  if (found.signedPdf && BigInt(found.signedUpTo ?? approvedAt) >= BigInt(position ?? upTo)) return;
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
      if (!made.ok) {
        if (made.failure.code === 'storage_full') throw new NoRoom('There is no room for a signed PDF.');
        throw new Error(`The signed PDF could not be made: ${made.failure.detail ?? made.failure.code}`);
      }
      const recorded = await keepSignedPdf(ports, org, {
        document: uid,
        version,
        original: original.sha256,
        file: made.value,
        upTo,
        seal: { sealedAt: at, certificate: certificate.fingerprint },
      });
      // Another worker was faster, or the event was refused: no event names this file.
      if (!recorded.ok || !recorded.value.recorded) await storage.remove(made.value.objectKey);
      if (!recorded.ok)
        throw new Error(`The signed PDF was not recorded: ${recorded.failure.detail ?? recorded.failure.code}`);
    },
  );
}
