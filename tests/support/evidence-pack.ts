import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { buildVerifier } from '../../scripts/verifier.mjs';
import { accepted } from '#app/set-up/demonstration/accepted.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { coverUpTo } from '#app/audit/queries/proof.ts';
import { getEvidenceSubject, type EvidenceRequest } from '#app/audit/queries/evidence-subject.ts';
import { zipOf, type NewFile } from '#app/audit/evidence/pack/zip.ts';
import { openSeal, type Seal } from '#app/kit/downloads/open-seal.ts';
import { makeSignedPdfTask } from '#app/approvals/jobs/make-signed-pdf.ts';
import { evidencePack } from '#app/audit/evidence/pack/make.ts';
import { verifyFiles, type Given } from '#app/audit/evidence/verify/verify-files.ts';
import { type Bytes } from '#app/audit/evidence/verify/zip.ts';
import type { Setup } from '#tests/support/scenario-setup.ts';

/** What a test asks for: a request without the checkpoint, which is the newest unless it is given. */
export type Wanted = Pick<EvidenceRequest, 'kind' | 'uid'> & Partial<EvidenceRequest>;

/** Makes `build/verify.mjs`, which packs hold. */
export const prepareVerifier = () => buildVerifier();

/**
 * A pack as somebody is given it; `program` stands in for `verify.mjs` where its length would only make a test slow.
 */
export async function makePack(setup: Setup, person: Person, wanted: Wanted, program?: Uint8Array): Promise<Buffer> {
  const { services } = setup;
  const { size } = await services.ledger.readHead(person.org);
  const checkpoint = wanted.size
    ? await coverUpTo(services, person.org, '1')
    : await coverUpTo(services, person.org, size);
  const at = wanted.size ?? checkpoint!.size;
  const subject = accepted(await setup.ask(person, getEvidenceSubject, { ...wanted, size: at }), 'evidence');
  const order = { org: person.org, subject, checkpoint: checkpoint!, seal: await sealOf(services, person.org) };
  const pack = evidencePack(services, { ...order, ...(program && { program }) });
  return buffer(Readable.from(pack, { objectMode: false }));
}

/** The seal of an organisation of the tests. */
export const sealOf = async (services: Setup['services'], org: string): Promise<Seal> =>
  accepted(await openSeal(services, { org, name: 'Northmere Diagnostics' }), 'seal');

/** Makes the signed PDF of a document's version 1.0 as the job does once its last approver has signed. */
export async function makeSignedPdf({ db, services, ours }: Setup, uid: string): Promise<void> {
  const { org } = ours.world;
  const { rows } = await db.owner.query<{ position: string }>(
    `select position from ledger.event where org_id = $1 and stream = $2 and type = 'DocumentApproved'`,
    [org, `document-${uid}`],
  );
  const approved = { org, position: rows[0]!.position, document: uid, version: '1.0' };
  await makeSignedPdfTask.run(approved, services);
}

/**
 * A pack's files with some of them changed, packed anew with fresh sums: what somebody does who knows the format and
 * not the key.
 */
export async function tampered(
  files: Record<string, Uint8Array>,
  change: (copy: Record<string, Uint8Array>) => void,
): Promise<Buffer> {
  const copy = { ...files };
  change(copy);
  const note = copy['SHA256SUMS.note']!;
  const names = Object.keys(copy).filter((name) => !name.startsWith('SHA256SUMS'));
  const sums = names.map((name) => `${sha256(copy[name]!)}  ${name}\n`).join('');
  async function* again(): AsyncGenerator<NewFile> {
    for (const name of names) yield { path: name, bytes: copy[name]! };
    yield { path: 'SHA256SUMS', bytes: Buffer.from(sums) };
    yield { path: 'SHA256SUMS.note', bytes: note };
  }
  return buffer(Readable.from(zipOf(again()), { objectMode: false }));
}

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** Bytes in memory, as the verifier reads them. */
export const inMemory = (bytes: Uint8Array): Bytes => ({
  size: bytes.length,
  read: (start, end) => Promise.resolve(bytes.subarray(start, end)),
});

export const given = (name: string, bytes: Uint8Array): Given => ({ name, bytes: inMemory(bytes) });

/** The verdict on one file by itself, without a key to compare with. */
export const judged = async (name: string, bytes: Uint8Array) => (await verifyFiles([given(name, bytes)], []))[0]!;

/**
 * Runs the commands that a README names between two of its headings, in the folder of the pack. Answers the lines that
 * they print; throws where one of them fails.
 */
export function stepsOf(readme: string, from: string, to: string, folder: string): string[] {
  const lines = readme.split(from)[1]!.split(to)[0]!.split('\n');
  const commands = lines.filter((line) => line.startsWith('  ')).join('\n');
  const words = ['-e', '-o', 'pipefail', '-c', commands.replaceAll('/tmp/', '../')];
  const { status, stdout, stderr } = spawnSync('bash', words, { cwd: folder, encoding: 'utf8' });
  if (status !== 0 || stderr !== '') throw new Error(`A step of the README fails: ${stderr}`);
  return stdout.trim().split('\n');
}
