import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { root } from '#app/adapters/environment/config.ts';
import { publicBytes, signNote, verifierKey } from '#events/ledger/note.ts';
import type { Ports } from '#app/kit/ports.ts';
import { indexPages } from '#app/audit/evidence/pack/index-page.tsx';
import { checkpointFiles, eventBatches } from '#app/audit/evidence/pack/log-files.ts';
import { openSnapshot, type Snapshot } from '#app/audit/evidence/pack/snapshot.ts';
import { signingCertificates } from '#app/audit/evidence/pack/signing-certificates.ts';
import { FileCollection, storedFiles, type FileOutcome } from '#app/audit/evidence/pack/stored-files.ts';
import { readmeOf } from '#app/audit/evidence/pack/readme.ts';
import type { PackSummary } from '#app/audit/evidence/pack/summary.ts';
import { readEvent, describeEvents, type DescribedEvent } from '#app/audit/evidence/pack/event-descriptions.ts';
import { sha256Of, zipOf, type NewFile } from '#app/audit/evidence/pack/zip.ts';
import { packFormat, parts, statementOf, type Contents, type Subject } from '#app/audit/evidence/verify/contents.ts';
import { readVerifier } from '#app/audit/evidence/verifier.ts';
import { fingerprintOf } from '#app/audit/evidence/verify/note.ts';
import type drawIndex from '#app/audit/evidence/tasks/draw-index.ts';
import type { CheckedCheckpoint } from '#app/audit/queries/proof.ts';
import type { EvidenceSubject } from '#app/audit/queries/evidence-subject.ts';
import type { Seal } from '#app/kit/downloads/open-seal.ts';
import { showDate } from '#app/ui/text/date.ts';
import { workerTask } from '#app/adapters/workers/pool.ts';

const drawIndexTask = workerTask<typeof drawIndex>('app/audit/evidence/tasks/draw-index.ts', 120_000);

/** The parts of the ports that making a pack uses. */
export type PackPorts = Pick<Ports, 'config' | 'database' | 'ledger' | 'proofs' | 'storage' | 'workers' | 'log'>;

export interface PackOrder {
  org: string;
  subject: EvidenceSubject;
  checkpoint: CheckedCheckpoint;
  /** Of its index on paper. */
  seal: Seal;
  /** Replaces `verify.mjs`, for smaller packs in tests. */
  program?: Uint8Array;
}

/**
 * An evidence pack as a zip, streamed. It follows from the ledger up to the checkpoint only, so the same subject at the
 * same checkpoint gives the same bytes but for the seal of `index.pdf`, unless the storage has lost a file, which the
 * pack then names.
 */
export const evidencePack = (ports: PackPorts, order: PackOrder): AsyncGenerator<Uint8Array> =>
  zipOf(signed(ports, order, packFiles(ports, order)));

/** The files in the order of their paths, then the list of their hashes and its signature. */
async function* signed(
  ports: PackPorts,
  { checkpoint }: PackOrder,
  files: AsyncIterable<NewFile>,
): AsyncGenerator<NewFile> {
  const lines: string[] = [];
  for await (const file of files) {
    lines.push(`${sha256Of(file)}  ${file.path}\n`);
    yield file;
  }
  const sums = Buffer.from(lines.join(''), 'utf8');
  yield { path: parts.sums, bytes: sums };
  const statement = statementOf(createHash('sha256').update(sums).digest('hex'), checkpoint.root.toString('hex'));
  yield textFile(parts.signedSums, signNote(statement, checkpoint.origin, ports.config.signingKey));
}

const textFile = (path: string, text: string): NewFile => ({ path, bytes: Buffer.from(text, 'utf8') });

async function* packFiles(ports: PackPorts, order: PackOrder): AsyncGenerator<NewFile> {
  const { org, subject, checkpoint, program } = order;
  const snapshot = await openSnapshot(ports, org, checkpoint);
  const about = await aboutOf(snapshot, subject);
  const log = await checkpointFiles(ports, org, subject.positions, checkpoint);
  const contents: Contents = {
    format: packFormat,
    organisation: { uid: org, name: snapshot.organisation.name },
    subject: about,
    checkpoint: { origin: checkpoint.origin, size: Number(checkpoint.size), root: checkpoint.root.toString('hex') },
    events: {
      count: subject.positions.length,
      first: Number(subject.positions[0]),
      last: Number(subject.positions.at(-1)),
    },
    files: [],
    missing: [],
    earlierCheckpoints: log.sizes,
  };
  const key = keyOf(ports, checkpoint.origin);
  yield textFile(parts.readme, readmeOf(contents, key.fingerprint, snapshot.organisation));
  yield* log.files;
  const events: DescribedEvent[] = [];
  const named =
    subject.kind === 'document' ? { document: subject.uid } : subject.kind === 'person' ? { person: subject.uid } : {};
  const collection = new FileCollection(snapshot);
  for await (const some of eventBatches(ports, org, subject.positions, checkpoint)) {
    events.push(...(await describeEvents(snapshot, some.events, named)));
    some.events.forEach((event) => collection.add(event));
    yield* some.files;
  }
  const stored: FileOutcome = { packed: [], missing: [] };
  yield* storedFiles(ports.storage.within(org), collection.list(), stored, ({ file }, refusal) =>
    ports.log.fatal({ org, objectKey: file.objectKey, sha256: file.sha256, refusal }, 'evidence.file_damaged'),
  );
  contents.files = stored.packed.map(({ path, name, size, sha256 }) => ({ path, name, size, sha256 }));
  contents.missing = stored.missing;
  const summary: PackSummary = {
    contents,
    asOf: await recordedAt(ports, org, checkpoint.size),
    zone: snapshot.organisation.zone,
    timesSimulated: snapshot.organisation.timesSimulated,
    keyFingerprint: key.fingerprint,
    stored,
    events,
  };
  const [firstPage, ...otherPages] = indexPages(summary);
  yield textFile(firstPage!.path, firstPage!.html);
  const drawn = await ports.workers.run(drawIndexTask, { summary, signature: order.seal.signature });
  yield { path: parts.indexPdf, bytes: await buffer(order.seal.over(Readable.from([drawn]))) };
  for (const { path, html } of otherPages) yield textFile(path, html);
  yield textFile(parts.keyPem, key.pem);
  yield textFile(parts.key, `${key.vkey}\n`);
  for (const { path, pem } of await signingCertificates(ports.storage.within(org), stored)) yield textFile(path, pem);
  yield textFile(parts.contents, `${JSON.stringify(contents, null, 2)}\n`);
  yield { path: parts.goPasskeys, bytes: await readFile(path.join(root, 'app/audit/evidence/pack/passkeys.go')) };
  yield { path: parts.goProgram, bytes: await readFile(path.join(root, 'app/audit/evidence/pack/verify.go')) };
  yield { path: parts.program, bytes: program ?? (await readVerifier()) };
}

function keyOf({ config }: PackPorts, name: string): { vkey: string; pem: string; fingerprint: string } {
  const key = config.verifyingKey;
  const vkey = verifierKey(name, key);
  return {
    vkey,
    pem: key.export({ type: 'spki', format: 'pem' }).toString(),
    fingerprint: fingerprintOf({ name, bytes: publicBytes(key), vkey }),
  };
}

/** When the last event under the checkpoint was recorded, which is the time of the pack. */
async function recordedAt({ ledger }: PackPorts, org: string, position: string): Promise<string> {
  const [last] = await ledger.readBytes(org, [position]);
  if (!last) throw new Error(`The ledger of ${org} has no event ${position}, which its checkpoint covers.`);
  return readEvent(last).event.recordedAt;
}

/** The subject of the pack with its name at the checkpoint. */
async function aboutOf(snapshot: Snapshot, { kind, uid, document, person, period }: EvidenceSubject): Promise<Subject> {
  await snapshot.learn({ people: person ? [person.uid] : [], documents: document ? [document.uid] : [] });
  const known = document && snapshot.document(document.uid);
  const title = known ? `${known.number} ${known.name}` : (document?.name ?? '');
  const name = person ? snapshot.personName(person.uid) : '';
  const { zone } = snapshot.organisation;
  switch (kind) {
    case 'document':
      return { kind, uid, title, period: null };
    case 'person':
      return { kind, uid, title: name, period: null };
    case 'training-record':
      return { kind, uid, title: `Training of ${name} on ${title}`, period: null };
    case 'organisation': {
      const { from = '', to = '' } = period ?? {};
      const day = (date: string) => showDate(`${date}T12:00:00Z`, 'UTC');
      return {
        kind,
        uid,
        title: `${snapshot.organisation.name}, ${day(from)} to ${day(to)}`,
        period: { from, to, zone },
      };
    }
  }
}
