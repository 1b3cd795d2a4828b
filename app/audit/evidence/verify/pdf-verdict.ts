import { parts } from './contents.ts';
import { joined } from './encoding.ts';
import type { ProvenEvent } from './event.ts';
import { count, shownSignatures, type FoundOf, type Known, type SignedFile } from './found.ts';
import type { ProvenPack } from './pack.ts';
import { readPdfSignatures, type PdfSignature } from './pdf-signatures.ts';
import { refused, type Verdict } from './verdict.ts';
import type { PackFile } from './zip.ts';

/** Longer PDFs are left to `pdfsig`, since checking a signature needs the whole file in memory here. */
const longestPdf = 256 * 1024 * 1024;

/** The certification signatures of a pack's PDFs and of its index, whose fingerprints were checked before. */
export async function signedFiles({ contents }: ProvenPack, files: readonly PackFile[]): Promise<SignedFile[]> {
  const packed = contents.files.map(({ path }) => path).filter((path) => path.endsWith('.pdf'));
  const pdfs = new Set([parts.indexPdf, ...packed]);
  const found: SignedFile[] = [];
  for (const { path, size, open } of files) {
    if (!pdfs.has(path) || size > longestPdf) continue;
    const pieces: Uint8Array[] = [];
    for await (const piece of open()) pieces.push(piece);
    const bytes = joined(...pieces);
    const signatures = await readPdfSignatures({ size, read: (from, to) => Promise.resolve(bytes.subarray(from, to)) });
    if (signatures.length > 0) found.push({ path, size, signatures });
  }
  return found;
}

const aboutCertificate =
  'That a certificate is the organisation’s, and that its clock was right, is for you to check: compare the ' +
  'certificate’s fingerprint with the one they sent you through a separate channel.';

const momentOf = ({ signedAt }: PdfSignature): string =>
  signedAt ? `${signedAt.slice(0, 10)} ${signedAt.slice(11, 19)} UTC` : 'at an unknown time';

/** `Sealed by Northmere, 2026-03-12 14:05:00 UTC: not a byte of it was changed since.` */
function signatureSentence(signature: PdfSignature, size: number): string {
  const [certificate, issuer] = signature.chain;
  const by = `${certificate?.name ?? ''}${issuer ? ` (certificate issued by ${issuer.name})` : ''}`;
  const what =
    signature.covers === size
      ? 'not a byte of the file was changed since'
      : `its first ${signature.covers.toLocaleString('en-GB')} bytes were not changed since`;
  return `Sealed by ${by}, ${momentOf(signature)}: ${what}.`;
}

const signatureFacts = (signature: PdfSignature): Verdict['facts'] => {
  const [certificate] = signature.chain;
  return [
    { name: 'Sealed by', value: certificate?.name ?? '', kind: 'text' },
    ...(signature.signedAt ? [{ name: 'Sealed at', value: signature.signedAt, kind: 'moment' } as const] : []),
    { name: 'Fingerprint of the certificate', value: certificate?.fingerprint ?? '', kind: 'hash' },
  ];
};

/**
 * Whether the reader knows the certificate itself or, right above it, the authority that issued it: an organisation's
 * own certificate issues none.
 */
const isStrange = ({ chain }: PdfSignature, known: Known): boolean =>
  known !== null && !chain.slice(0, 2).some(({ fingerprint }) => known.includes(fingerprint));

/** Whether a certificate that the reader knows seals all of a file; null where there is nothing to compare with. */
export const isSealed = (file: { size: number; signatures: readonly PdfSignature[] } | undefined, known: Known) =>
  known &&
  (file?.signatures ?? []).some(
    (one) => one.outcome === 'holds' && one.covers === file?.size && !isStrange(one, known),
  );

const claimed = ({ chain }: PdfSignature): string =>
  `ealed by a certificate that claims ${chain[0]?.name || 'no name'}; not known here`;

/** What the signatures of a pack's PDFs prove, one sentence each. */
export const provenByPdfSignatures = (files: readonly SignedFile[], known: Known): string[] =>
  files.flatMap(({ path, size, signatures }) =>
    signatures
      .filter((one) => one.outcome === 'holds' && !isStrange(one, known))
      .map((one) => `${path}: ${signatureSentence(one, size)} Certificate ${one.chain[0]?.fingerprint ?? ''}.`),
  );

/** What they do not prove, one sentence each. */
export const unprovenByPdfSignatures = (files: readonly SignedFile[], known: Known): string[] => [
  ...(files.some(({ signatures }) => signatures.some(({ outcome }) => outcome === 'holds')) ? [aboutCertificate] : []),
  ...files.flatMap(({ path, signatures }) =>
    signatures
      .filter((one) => one.outcome === 'holds' && isStrange(one, known))
      .map((one) => `${path}: s${claimed(one)}. Certificate ${one.chain[0]?.fingerprint ?? ''}.`),
  ),
  ...files.flatMap(({ path, signatures }) =>
    signatures
      .filter(({ outcome }) => outcome !== 'holds')
      .map(({ reason }) => `A seal of ${path}: it ${reason}. The file itself is the one that was packed and signed.`),
  ),
];

/** The verdict on a PDF, given the proven events in which its fingerprint is looked for. */
export function pdfVerdict(
  { file, sha256: hash, size, signatures }: FoundOf<'pdf'>,
  events: readonly ProvenEvent[],
  known: Known,
): Verdict {
  const broken = signatures.find(({ outcome }) => outcome === 'broken');
  if (broken) return refused(file, file, broken.reason);
  const recorded = events.filter(({ sha256s }) => sha256s.includes(hash));
  const sound = signatures.filter(({ outcome }) => outcome === 'holds');
  const holding = sound.filter((one) => !isStrange(one, known));
  const strange = sound.filter((one) => isStrange(one, known));
  // Bytes added after the last signature are not signed.
  const whole = holding.some(({ covers }) => covers === size);
  const logged = recorded.length > 0;
  return {
    file,
    outcome: logged || whole ? 'holds' : 'unproven',
    heading: logged
      ? 'This is the PDF that the ledger records'
      : whole
        ? 'The seal of this PDF holds'
        : strange[0]
          ? `S${claimed(strange[0])}`
          : 'This PDF by itself proves nothing here',
    proven: [
      ...(logged
        ? [
            `${count(recorded.length, 'event')} in the files that you added ` +
              `${recorded.length === 1 ? 'records' : 'record'} exactly this file.`,
          ]
        : []),
      ...holding.map((one) => signatureSentence(one, size)),
    ],
    notProven: [
      ...(sound.length > 0 ? [aboutCertificate] : []),
      ...strange.map(
        (one) => `S${claimed(one)}. What it sealed was not changed since, but anybody can make such a seal.`,
      ),
      ...(holding.length > 0 && !whole && !logged
        ? ['The bytes added after the last seal are not signed by anybody.']
        : []),
      ...signatures.flatMap(({ outcome, reason }) =>
        outcome === 'unknown' ? [`One of its seals: it ${reason}.`] : [],
      ),
      ...(logged
        ? []
        : [
            `${signatures.length > 0 ? 'That the ledger records it' : 'It has no seal'}: add the evidence pack ` +
              'or the audit bundle that records it. This page stores nothing and looks nothing up.',
          ]),
    ],
    facts: [{ name: 'Fingerprint', value: hash, kind: 'hash' }, ...sound.flatMap(signatureFacts)],
    key: null,
    sealed: logged ? null : isSealed({ size, signatures }, known),
    signatures: shownSignatures(recorded, () => file),
  };
}
