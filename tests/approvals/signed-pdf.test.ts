import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { StoredFile } from '#events/document/events.ts';
import { retireDocument } from '#app/documents/commands/retire.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { makeSignedPdfTask } from '#app/approvals/jobs/make-signed-pdf.ts';
import { ask } from '#app/kit/query/query.ts';
import { readViewer } from '#app/kit/query/read-viewer.ts';
import { recordToSign } from '#app/training/queries/to-sign.ts';
import { sweepUploads } from '#app/adapters/storage/sweep.ts';
import { eventsOf, inDays, revision, sop } from '#tests/support/organisation.ts';
import { readPdf } from '#tests/support/files/pdf-text.ts';
import { organisationWithQueue, until, type OrganisationWithQueue } from '#tests/support/worker-setup.ts';

const filesOf = ({ services, world }: OrganisationWithQueue, document: string) =>
  services.database.read(world.org, (db) =>
    db
      .selectFrom('read.document_version')
      .select(['final_file', 'signed_file'])
      .where('document_uid', '=', document)
      .executeTakeFirstOrThrow(),
  );

async function bytesOf({ services, world }: OrganisationWithQueue, file: StoredFile | null): Promise<Buffer> {
  const opened = await services.storage.within(world.org).open(file?.objectKey ?? '');
  if (!opened.ok) throw new Error('The file is not in storage');
  return buffer(opened.value);
}

describe('the signed PDF', () => {
  it('[P11-50b] is made once, with every signature after the unchanged original', async () => {
    const org = await organisationWithQueue();
    const { world, services, author, other, admin } = org;
    await org.work(2);
    const document = await world.create(author, { ...sop('001', 'Prüfung der Chargen'), approvers: [other, admin] });
    await world.sign(other, document);
    await world.sign(admin, document);
    await until(async () => (await filesOf(org, document)).signed_file !== null);
    const files = await filesOf(org, document);
    const [original, signed] = [await bytesOf(org, files.final_file), await bytesOf(org, files.signed_file)];
    expect(signed.subarray(0, original.length).equals(original)).toBe(true);
    const { all } = await readPdf(signed);
    for (const words of ['Prüfung der Chargen', 'Marit Solheim', 'Ines Okafor', 'I approve this document'])
      expect(all).toContain(words);
    expect(all).toContain('Tomasz Wieczorek sent version 1.0 to 2 people for approval.');
    const { events } = await services.ledger.readStream(world.org, `document-${document}`);
    // Sealed with the organisation's own certificate, and what is recorded of it is so.
    const { fingerprint, chain } = await services.certificates.of(world.org, 'Northmere Diagnostics', services.now());
    const recorded = events.find(({ type }) => type === 'SignedPdfMade')?.data as { seal: { sealedAt: string } };
    expect(recorded.seal).toEqual({ certificate: fingerprint, sealedAt: expect.stringMatching(/Z$/) as string });
    expect(all.replaceAll(' ', '')).toContain(fingerprint);
    expect(new X509Certificate(chain[0]!).subject).toContain('CN=Northmere Diagnostics');
    const file = path.join(services.config.dataDir, 'sealed.pdf');
    await writeFile(file, signed);
    const { stdout } = await promisify(execFile)('pdfsig', ['-nocert', file]);
    for (const words of ['Signature is Valid.', 'Total document signed', 'ETSI.CAdES.detached'])
      expect(stdout).toContain(words);
    const position = events.find(({ type }) => type === 'DocumentApproved')?.position ?? '';
    const again = { org: world.org, position, document, version: '1.0' };
    await Promise.all([makeSignedPdfTask.run(again, services), makeSignedPdfTask.run(again, services)]);
    await org.untilIdle();
    expect((await eventsOf(org, document)).filter((type) => type === 'SignedPdfMade')).toHaveLength(1);
    expect((await bytesOf(org, files.signed_file)).equals(signed)).toBe(true);
    // Of the tries that came too late nothing is left.
    const stored = await readdir(path.join(services.config.dataDir, 'files/objects', world.org, document));
    expect(stored).toHaveLength(1);
    // Training asks for an opening of its own, also of an approver who opened the original to approve it.
    await world.publish(document, ['Quality', 'Laboratory'], inDays(30));
    const shownTo = async (user: string) => {
      const toSign = await services.database.read(world.org, async (db) => {
        const viewer = await readViewer(db, { org: world.org, user, publicId: '' });
        const { uid: record } = await db
          .selectFrom('read.training_record')
          .select('uid')
          .where('user_uid', '=', user)
          .executeTakeFirstOrThrow();
        return ask(recordToSign, { record }, { ports: services, viewer: viewer!, now: services.now() });
      });
      return toSign.ok && { kind: toSign.value.kind, binds: toSign.value.opened?.sha256 === toSign.value.file.sha256 };
    };
    expect(await shownTo(other.uid)).toEqual({ kind: 'signed', binds: false });
    expect(await shownTo(author.uid)).toEqual({ kind: 'signed', binds: false });
  });

  it('[P11-50b] is made again after each act that follows, which it lists and never draws as a signature', async () => {
    const org = await organisationWithQueue();
    const { world, services, author, other, admin } = org;
    await org.work(2);
    const document = await world.create(author, { ...sop('001', 'Prüfung der Chargen'), approvers: [other] });
    await world.sign(other, document);
    const textOf = async (version: string): Promise<string> => {
      await org.untilIdle();
      const { signed_file: file } = await services.database.read(world.org, (db) =>
        db
          .selectFrom('read.document_version')
          .select('signed_file')
          .where('document_uid', '=', document)
          .where('version', '=', version)
          .executeTakeFirstOrThrow(),
      );
      const { all } = await readPdf(await bytesOf(org, file));
      return all.replaceAll(/\s+/g, ' ');
    };
    expect(await textOf('1.0')).not.toContain('final approval');
    await world.publishNow(document, ['Quality']);
    const effective = await textOf('1.0');
    expect(effective).toContain('Ines Okafor gave final approval and set the effective date to');
    expect(effective).toContain('Version 1.0 came into force.');
    expect(effective.split('Printed name')).toHaveLength(2);

    await world.act(author, reviseDocument, await revision(org, document, author, '2.0', [other]));
    await world.sign(other, document);
    await world.publishNow(document, ['Quality']);
    expect(await textOf('1.0')).toContain('Version 2.0 came into force; version 1.0 was superseded.');
    await world.act(admin, retireDocument, { document, reason: 'The line was closed.' });
    const retired = await textOf('2.0');
    expect(retired).toContain('Ines Okafor retired the document. Reason: The line was closed.');
    expect(retired.split('Printed name')).toHaveLength(2);
    expect(await textOf('1.0')).not.toContain('retired the document');

    const { events } = await services.ledger.readStream(world.org, `document-${document}`);
    const made = events.filter(({ type }) => type === 'SignedPdfMade').length;
    for (const { type, position } of events.filter((event) => /Published|BecameEffective|Retired/.test(event.type)))
      for (const version of ['1.0', '2.0']) {
        await makeSignedPdfTask.run({ org: world.org, position, document, version }, services);
        expect(
          (await eventsOf(org, document)).filter((one) => one === 'SignedPdfMade'),
          type,
        ).toHaveLength(made);
      }
  });

  it('leaves no unrecorded file behind after a crash', async () => {
    const org = await organisationWithQueue();
    const { world, services, author, other } = org;
    const document = await world.create(author, { ...sop('001', 'Prüfung der Chargen'), approvers: [other] });
    await world.sign(other, document);
    const { events } = await services.ledger.readStream(world.org, `document-${document}`);
    const position = events.find(({ type }) => type === 'DocumentApproved')?.position ?? '';
    const job = { org: world.org, position, document, version: '1.0' };
    const folder = path.join(services.config.dataDir, 'files/objects', world.org, document);
    const signedOnes = async () =>
      (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('signed'));
    const crash = () => Promise.reject(new Error('killed'));

    // Once its bytes are stored and before the ledger knows of them.
    const ended = { ...services, ledger: { ...services.ledger, append: crash } };
    await expect(makeSignedPdfTask.run(job, ended)).rejects.toThrow('killed');
    expect(await signedOnes()).toHaveLength(1);
    // Once it is recorded.
    const { database } = services;
    let recorded = false;
    const ledger = { ...services.ledger };
    ledger.append = async (command) => {
      const appended = await services.ledger.append(command);
      recorded = true;
      return appended;
    };
    const tenant: typeof database.tenant = (...args) => (recorded ? crash() : database.tenant(...args));
    await expect(
      makeSignedPdfTask.run(job, { ...services, ledger, database: { ...database, tenant } }),
    ).rejects.toThrow('killed');
    expect(await signedOnes()).toHaveLength(2);

    for (let day = 2; day <= 3; day++) await sweepUploads({ ...services, now: () => inDays(day) });
    const { signed_file: signed } = await filesOf(org, document);
    expect(await signedOnes()).toEqual([path.join(signed?.objectKey.split('/')[2] ?? '', 'signed')]);
    const { rows } = await org.db.owner.query('select 1 from app.upload where state = $1', ['begun']);
    expect(rows).toEqual([]);
  });
});
