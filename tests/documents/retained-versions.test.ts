import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { retireDocument } from '#app/documents/commands/retire.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { addresses } from '#app/kit/addresses.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { ask } from '#tests/support/browser-request.ts';
import { organisation, revision, type Organisation } from '#tests/support/organisation.ts';
import { inReview } from '#tests/documents/readings.ts';

/** A document with version 1.0, superseded, and 2.0 in force. */
async function superseded(org: Organisation): Promise<string> {
  const { world, author, other } = org;
  const document = await inReview(org, '061');
  await world.sign(other, document);
  await world.publishNow(document, ['Quality']);
  await world.act(author, reviseDocument, await revision(org, document, author, '2.0', [other]));
  await world.sign(other, document);
  await world.publishNow(document, ['Quality']);
  return document;
}

const statusFor = async (org: Organisation, person: Person, document: string, version: string) =>
  (await ask(org, person, addresses.file(document, version, 'final', 'manage'))).answer.status;

it('[P11-10c1] [ISO13485-425b] opens every file of each version, also when retired', async () => {
  const org = await organisation();
  const { world, services, admin, author } = org;
  const document = await superseded(org);
  await world.act(admin, retireDocument, { document, reason: 'The line was closed.' });
  const versions = await services.database.read(world.org, (db) =>
    db
      .selectFrom('read.document_version')
      .select(['version', 'working_file', 'final_file'])
      .where('document_uid', '=', document)
      .orderBy('version')
      .execute(),
  );
  expect(versions.map(({ version }) => version)).toEqual(['1.0', '2.0']);
  for (const { version, working_file: working, final_file: final } of versions) {
    const of = addresses.originalFile(document, version, 'final');
    for (const [address, file] of [
      [of, final],
      [addresses.file(document, version, 'working', 'manage'), working],
    ] as const) {
      const { answer } = await ask(org, author, address);
      expect(answer.status, address).toBe(200);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(createHash('sha256').update(bytes).digest('hex'), address).toBe(file?.sha256);
    }
  }
});

it('[ISO13485-424h2] an employee gets the version in force, and not the one that it superseded', async () => {
  const org = await organisation();
  const document = await superseded(org);
  expect(await statusFor(org, org.employee, document, '1.0')).toBe(404);
  expect(await statusFor(org, org.employee, document, '2.0')).toBe(200);
});
