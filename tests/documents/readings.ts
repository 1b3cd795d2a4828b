import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { rowOf, sop, type Organisation } from '#tests/support/organisation.ts';

/** What was recorded of a person's reading of a document. */
export const readings = async ({ services, world }: Organisation, document: string, person: Person) =>
  (await services.ledger.readStream(world.org, `reading-${document}-${person.uid}`)).events.map(({ data }) => data);

/** A document that waits for the other author. */
export async function inReview(org: Organisation, docNum: string, name?: string): Promise<string> {
  return org.world.create(org.author, { ...sop(docNum, name), approvers: [org.other] });
}

/** Changes one bit of the stored PDF; answers its key. */
export async function damage(org: Organisation, document: string): Promise<string> {
  const key = (await rowOf(org, document))?.final_file?.objectKey ?? '';
  const stored = path.join(org.services.config.dataDir, 'files/objects', key);
  const bytes = await readFile(stored);
  bytes.writeUInt8(bytes.readUInt8(100) ^ 1, 100);
  await writeFile(stored, bytes);
  return key;
}
