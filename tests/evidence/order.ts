import { spawnSync } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { buildVerifier } from '../../scripts/verifier.mjs';
import { accepted, type Person } from '#app/setup/world.ts';
import { coverUpTo } from '#app/queries/audit/proof.ts';
import { getEvidenceSubject, type EvidenceRequest } from '#app/queries/evidence/subject.ts';
import { evidencePack } from '#app/evidence/pack/make.ts';
import { judge, type Given } from '#app/evidence/verify/judge.ts';
import { type Bytes } from '#app/evidence/verify/zip.ts';
import type { Desk } from '#tests/audit/desk.ts';

/** What a test asks for: a request without the checkpoint, which is the newest unless it is given. */
export type Wanted = Pick<EvidenceRequest, 'kind' | 'uid'> & Partial<EvidenceRequest>;

/** Makes `build/verify.mjs`, which packs hold. */
export const prepareVerifier = () => buildVerifier();

/** A pack as somebody is given it; `program` stands in for `verify.mjs` where its length would only make a test slow. */
export async function makePack(desk: Desk, person: Person, wanted: Wanted, program?: Uint8Array): Promise<Buffer> {
  const { services } = desk;
  const { size } = await services.ledger.readHead(person.org);
  const checkpoint = wanted.size
    ? await coverUpTo(services, person.org, '1')
    : await coverUpTo(services, person.org, size);
  const at = wanted.size ?? checkpoint!.size;
  const subject = accepted(await desk.ask(person, getEvidenceSubject, { ...wanted, size: at }), 'evidence');
  const order = { org: person.org, subject, checkpoint: checkpoint! };
  const pack = program ? evidencePack(services, { ...order, program }) : services.evidence.pack(order);
  return buffer(Readable.from(pack, { objectMode: false }));
}

/** Bytes in memory, as the verifier reads them. */
export const inMemory = (bytes: Uint8Array): Bytes => ({
  size: bytes.length,
  read: (start, end) => Promise.resolve(bytes.subarray(start, end)),
});

export const given = (name: string, bytes: Uint8Array): Given => ({ name, bytes: inMemory(bytes) });

/** The verdict on one file by itself, without a key to compare with. */
export const judged = async (name: string, bytes: Uint8Array) => (await judge([given(name, bytes)], []))[0]!;

/** Runs the commands that a README names between two of its headings, in the folder of the pack. Answers the lines that they print; throws where one of them fails. */
export function stepsOf(readme: string, from: string, to: string, folder: string): string[] {
  const lines = readme.split(from)[1]!.split(to)[0]!.split('\n');
  const commands = lines.filter((line) => line.startsWith('  ')).join('\n');
  const words = ['-e', '-o', 'pipefail', '-c', commands.replaceAll('/tmp/', '../')];
  const { status, stdout, stderr } = spawnSync('bash', words, { cwd: folder, encoding: 'utf8' });
  if (status !== 0 || stderr !== '') throw new Error(`A step of the README fails: ${stderr}`);
  return stdout.trim().split('\n');
}
