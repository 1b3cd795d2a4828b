import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { PDFDocument, PDFName, PDFString, type PDFObject } from 'pdf-lib';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { StoredFile } from '#events/document/events.ts';
import { createDocument } from '#app/documents/commands/create.ts';
import { retireDocument } from '#app/documents/commands/retire.ts';
import { addresses } from '#app/kit/addresses.ts';
import { accepted } from '#app/set-up/demonstration/accepted.ts';
import { describeEvent } from '#app/audit/words/describe-event.ts';
import { decode } from '#events/catalogue.ts';
import { docx, pdfWithTable } from '#tests/support/files/samples.ts';
import { readPdf } from '#tests/support/files/pdf-text.ts';
import { ask } from '#tests/support/browser-request.ts';
import { sop } from '#tests/support/organisation.ts';
import { organisationWithQueue, type OrganisationWithQueue } from '#tests/support/worker-setup.ts';

const run = promisify(execFile);
const fixtures = path.join(import.meta.dirname, '../fixtures/files');
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const plain = (text: string): string => text.replaceAll(/\s+/g, ' ');
const joined = (text: string): string => text.replaceAll(/\s+/g, '');

interface Life {
  document: string;
  final: StoredFile;
}

/** Uploads a final PDF, sends, signs and publishes; the words of the refusal where the upload is refused. */
async function begin(org: OrganisationWithQueue, number: string, pdf: Buffer): Promise<Life | string> {
  const { world, services, author, other } = org;
  const put = (kind: 'working' | 'final', filename: string, content: Buffer) =>
    services.uploads.receive({
      org: world.org,
      owner: author.uid,
      document: null,
      kind,
      filename,
      maxBytes: 10 * 1024 * 1024,
      body: Readable.from([content]),
    });
  const received = await put('final', 'procedure.pdf', pdf);
  if (!received.ok) return received.failure.detail ?? received.failure.code;
  const working = accepted(await put('working', 'procedure.docx', docx), 'upload');
  const { document } = await world.act(author, createDocument, {
    ...sop(number),
    version: '1.0',
    send: true,
    externallyEffective: false,
    working: working.file.objectKey,
    final: received.value.file.objectKey,
    approvers: [other.uid],
  });
  await world.sign(other, document);
  await world.publishNow(document, ['Quality'], { waiveTraining: true });
  await org.untilIdle();
  return { document, final: received.value.file };
}

async function begun(org: OrganisationWithQueue, number: string, pdf: Buffer): Promise<Life> {
  const life = await begin(org, number, pdf);
  if (typeof life === 'string') throw new Error(life);
  return life;
}

async function onDisk(bytes: Buffer): Promise<string> {
  const file = path.join(tmpdir(), `${randomUUID()}.pdf`);
  await writeFile(file, bytes);
  onTestFinished(() => rm(file, { force: true }));
  return file;
}

/** A download, which is whole to other readers and sealed last. */
async function take(org: OrganisationWithQueue, document: string, kind: 'final' | 'signed') {
  const { answer } = await ask(org, org.author, addresses.file(document, '1.0', kind, 'manage'));
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200) throw new Error(bytes.toString('utf8', 0, 2000));
  const file = await onDisk(bytes);
  await run('qpdf', ['--check', file]);
  const { stdout } = await run('pdfsig', ['-nocert', file]);
  const last = stdout.split('Signature #').at(-1) ?? '';
  for (const words of ['Total document signed', 'Signature is Valid.'])
    if (!last.includes(words)) throw new Error(last);
  return { bytes, text: plain((await readPdf(bytes)).all) };
}

/** A PDF whose catalogue permits something by a signature of another. */
async function permitting(name: 'DocMDP' | 'UR3'): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage([300, 200]).drawText('A page', { x: 40, y: 100 });
  const { context, catalog } = document;
  const signature = context.register(
    context.obj({
      Type: 'Sig',
      Filter: 'Adobe.PPKLite',
      SubFilter: 'adbe.pkcs7.detached',
      ByteRange: [0, 0, 0, 0],
      Contents: PDFString.of(''),
      Reference: [{ Type: 'SigRef', TransformMethod: name, TransformParams: { Type: 'TransformParams', P: 2 } }],
    } as never) as PDFObject,
  );
  catalog.set(PDFName.of('Perms'), context.obj({ [name]: signature } as never) as PDFObject);
  return Buffer.from(await document.save({ useObjectStreams: false }));
}

describe('a PDF from its upload to its retirement', () => {
  it('is refused with a sentence, or whole at every later step', async () => {
    const org = await organisationWithQueue();
    await org.work();
    const outcomes: Record<string, string[]> = {};
    const note = (outcome: string, name: string) => void (outcomes[outcome] ??= []).push(name.slice(0, 2));
    const names = (await readdir(fixtures)).filter((name) => name.endsWith('.pdf'));
    for (const [index, name] of names.entries()) {
      const number = String(100 + index);
      const life = await begin(org, number, await readFile(path.join(fixtures, name)));
      if (typeof life === 'string') {
        note('refused', name);
        expect(life, name).toMatch(/^The (?:last saved change of this )?PDF .*\.$/);
        continue;
      }
      note(life.final.rendition?.because ?? 'as it is', name);
      const { text } = await take(org, life.document, 'signed');
      expect(text).toContain('Marit Solheim');
      expect(text).toContain('gave final approval and set the effective date to');
      await take(org, life.document, 'final');
      await org.world.act(org.admin, retireDocument, { document: life.document, reason: 'The line was closed.' });
      await org.untilIdle();
      const retired = await take(org, life.document, 'signed');
      expect(retired.text).toContain('RETIRED: do not work from this copy.');
      expect(retired.text).toContain('Ines Okafor retired the document. Reason: The line was closed.');
    }
    expect(outcomes).toEqual({
      'as it is': ['A4', 'S1'],
      refused: ['A1', 'A3', 'B1', 'B3', 'B5', 'C1', 'C3', 'D1', 'E1', 'E3', 'F1', 'H1', 'H3'],
      repaired: ['G1', 'G3'],
    });
  });

  it('with restrictions is stored unchanged, and says what the signed PDF and copies are made from', async () => {
    const org = await organisationWithQueue();
    await org.work();
    const original = await pdfWithTable(2, { ownerPassword: 'owner', permissions: { copying: false } });
    const life = await begun(org, '200', original);
    const { final } = life;
    expect(final.sha256).toBe(sha256(original));
    const { events } = await org.services.ledger.readStream(org.world.org, `document-${life.document}`);
    const attached = events
      .map(decode)
      .find((event) => event.type === 'DocumentFileAttached' && event.data.kind === 'final')!;
    const recorded = (attached.data as { file: StoredFile }).file.rendition!;
    expect(recorded).toEqual({
      ...final.rendition,
      because: 'restrictions',
      engine: expect.stringMatching(/pdfium \d/),
    });
    const described = describeEvent(attached, { zone: 'UTC', personName: () => '' });
    expect(described.note).toContain('made from an unrestricted rendition');
    expect(described.changes).toContainEqual({ field: 'Rendition, SHA-256', old: null, new: recorded.sha256 });
    const signed = await take(org, life.document, 'signed');
    expect(signed.text).toContain('Made from an unrestricted rendition of the original, SHA-256');
    expect(joined(signed.text)).toContain(recorded.sha256);
    expect(sha256(signed.bytes.subarray(0, recorded.size))).toBe(recorded.sha256);
    const copy = await take(org, life.document, 'final');
    expect(copy.text).toContain('Uncontrolled when printed. Made from an unrestricted rendition of the original.');
    expect(sha256(copy.bytes.subarray(0, recorded.size))).toBe(recorded.sha256);
  });

  it('with rights that others signed is carried unchanged by sealed pages', async () => {
    const org = await organisationWithQueue();
    await org.work();
    for (const [index, name] of (['DocMDP', 'UR3'] as const).entries()) {
      const original = await permitting(name);
      const { document } = await begun(org, `30${index}`, original);
      for (const kind of ['signed', 'final'] as const) {
        const { bytes, text } = await take(org, document, kind);
        expect(text, name).toContain('is attached to');
        const carried = `${await onDisk(bytes)}.carried`;
        await run('pdfdetach', ['-save', '1', '-o', carried, carried.replace('.carried', '')]);
        expect((await readFile(carried)).equals(original), name).toBe(true);
        await rm(carried);
      }
    }
  });
});
