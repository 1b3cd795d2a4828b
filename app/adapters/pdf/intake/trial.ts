import type { CertifiablePdf } from '#app/adapters/pdf/certified-pdf.ts';
import type { SoundPdf } from '#app/adapters/pdf/inspect.ts';
import type { Results } from '#app/adapters/pdf/intake/compare.ts';
import { appendManifestTo } from '#app/adapters/pdf/tasks/append-manifest.ts';
import { markCopyOf } from '#app/adapters/pdf/tasks/mark-copy.ts';

const at = '2000-01-01T00:00:00.000Z';
const sha256 = '0'.repeat(64);
const organisation = 'Trial';
const marks = {
  name: 'SOP - QA - 000, version 1.0',
  status: 'Retired 01 Jan 2000',
  taken: 'Controlled copy taken by Trial, 01 Jan 2000 00:00:00 UTC. Uncontrolled when printed.',
  warning: { words: 'RETIRED: do not work from this copy. No version is in force.', tone: 'stop' },
} as const;
const signature = {
  signedName: 'Trial',
  printedName: 'Trial',
  role: 'Author',
  meaning: 'Approved',
  reason: '',
  checked: null,
  comparison: null,
  signedAt: at,
  signer: '00000000-0000-0000-0000-000000000000',
  passkey: null,
  position: null,
};

/**
 * Makes a signed PDF and a controlled copy with the functions that are used later. The place of the seal stays empty.
 */
export async function makeOnTrial(pdf: SoundPdf): Promise<Results<CertifiablePdf>> {
  const { size } = pdf.file;
  const original = { name: 'trial.pdf', sha256, size };
  const certification = { facts: { organisation, reason: 'Trial', at }, room: 4096 };
  const signed = await appendManifestTo(pdf, {
    manifest: {
      organisation,
      document: { number: marks.name, title: 'Trial', version: '1.0' },
      original: { ...original, pages: pdf.pages },
      certificate: null,
      effective: null,
      signatures: [signature],
      acts: [],
      verifyUrl: null,
      madeAt: at,
    },
    signature: certification,
  });
  const copy = await markCopyOf(pdf, { original, isOwn: false, marks, signature: certification });
  return { signed, copy, isAttached: signed.isAttached, before: copy.marked === 'cover_sheet' ? 1 : 0 };
}
