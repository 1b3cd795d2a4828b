import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { PDFArray, PDFDocument, PDFHexString, PDFName, PDFNumber, PDFString } from 'pdf-lib';
import { createDocument } from '#app/documents/commands/create.ts';
import { accepted } from '#app/set-up/demonstration/accepted.ts';
import type { Setup } from '#tests/support/scenario-setup.ts';

const unknown = 9_999_999_999;
const room = 2 * 8192;

/**
 * A PDF with a form and the signature of another company's program: adbe.pkcs7.detached, over all of it, by OpenSSL.
 */
export async function foreignSignedPdf(signer: string): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([420, 595]);
  page.drawText('Quality agreement', { x: 40, y: 520 });
  pdf.getForm().createTextField('lot').addToPage(page);
  const { context } = pdf;
  const signature = context.obj({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'adbe.pkcs7.detached',
    ByteRange: [0, unknown, unknown, unknown],
    Contents: PDFHexString.of('0'.repeat(room)),
    Name: PDFString.of(signer),
    M: PDFString.fromDate(new Date('2026-01-05T09:30:00Z')),
  });
  const field = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      T: PDFString.of('Supplier'),
      V: context.register(signature),
      Rect: [40, 40, 200, 90],
      F: 132,
      P: page.ref,
    }),
  );
  page.node.addAnnot(field);
  const form = pdf.getForm().acroForm.dict;
  form.lookup(PDFName.of('Fields'), PDFArray).push(field);
  form.set(PDFName.of('SigFlags'), PDFNumber.of(3));
  return filled(Buffer.from(await pdf.save({ useObjectStreams: false, updateFieldAppearances: false })), signer);
}

/** Puts the range and the signature where they were left room for. */
function filled(pdf: Buffer, signer: string): Buffer {
  const start = pdf.indexOf(`<${'0'.repeat(room)}>`);
  const end = start + room + 2;
  const wide = `[ 0 ${unknown} ${unknown} ${unknown} ]`;
  pdf.write(`[ 0 ${start} ${end} ${pdf.length - end} ]`.padEnd(wide.length), pdf.indexOf(wide), 'latin1');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'imprimatur-foreign-'));
  try {
    const openssl = (command: string, ...words: string[]) =>
      execFileSync('openssl', [...command.split(' '), ...words], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
    writeFileSync(path.join(folder, 'covered'), Buffer.concat([pdf.subarray(0, start), pdf.subarray(end)]));
    openssl(
      'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -keyout key -out certificate -subj',
      `/CN=${signer}`,
    );
    openssl('cms -sign -binary -md sha256 -in covered -signer certificate -inkey key -outform DER -out signature');
    pdf.write(readFileSync(path.join(folder, 'signature')).toString('hex'), start + 1, 'latin1');
  } finally {
    rmSync(folder, { recursive: true });
  }
  return pdf;
}

/** A document of the setup's author whose PDF this is, and that its approver has signed. Answers its uid. */
export async function approvedWith({ services, ours }: Setup, final: Buffer): Promise<string> {
  const { author, approver, world } = ours;
  const stored = await services.uploads.receive({
    org: world.org,
    owner: author.uid,
    document: null,
    kind: 'final',
    filename: 'Quality agreement.pdf',
    maxBytes: final.length,
    body: Readable.from([final]),
  });
  const about = { name: 'Quality Agreement', type: 'SOP', functionalArea: 'QA', docNum: '500', version: '1.0' };
  const { document } = await world.act(author, createDocument, {
    ...about,
    working: (await world.upload(author, world.paperOf(about))).working,
    final: accepted(stored, 'upload').file.objectKey,
    approvers: [approver.uid],
    send: true,
  });
  await world.sign(approver, document);
  return document;
}

/** Whose signatures of a PDF Poppler calls valid, in their order. */
export function validSigners(pdf: Buffer): (string | undefined)[] {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'imprimatur-foreign-'));
  try {
    const file = path.join(folder, 'any.pdf');
    writeFileSync(file, pdf);
    const { stdout } = spawnSync('pdfsig', ['-nocert', file], { encoding: 'utf8' });
    const each = stdout.split(/^Signature #\d+:$/m).slice(1);
    return each.filter((one) => one.includes('Signature is Valid.')).map((one) => /Common Name: (.*)/.exec(one)?.[1]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
