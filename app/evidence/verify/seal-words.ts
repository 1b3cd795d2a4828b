import { joined } from './encoding.ts';
import type { ProvenPack } from './pack.ts';
import { sealsOf, type Seal } from './pdf-seal.ts';
import type { Verdict } from './verdict.ts';
import type { PackFile } from './zip.ts';

/** A PDF of a pack and its seals. */
export interface SealedFile {
  path: string;
  size: number;
  seals: Seal[];
}

/** Longer ones are left to `pdfsig`: a pack's files are read from their beginning to their end, and a seal is read in places. */
const longestPdf = 256 * 1024 * 1024;

/** The seals of a pack's PDFs, whose bytes were checked already. */
export async function sealedFiles({ contents }: ProvenPack, files: readonly PackFile[]): Promise<SealedFile[]> {
  const pdfs = new Set(contents.files.map(({ path }) => path));
  const found: SealedFile[] = [];
  for (const { path, size, open } of files) {
    if (!pdfs.has(path) || size > longestPdf) continue;
    const pieces: Uint8Array[] = [];
    for await (const piece of open()) pieces.push(piece);
    const bytes = joined(...pieces);
    const seals = await sealsOf({ size, read: (from, to) => Promise.resolve(bytes.subarray(from, to)) });
    if (seals.length > 0) found.push({ path, size, seals });
  }
  return found;
}

export const aboutCertificate =
  'That a certificate is the organisation’s, and that its clock was right, is for you to check: compare the certificate’s fingerprint with the one they sent you through a separate channel.';

const momentOf = ({ signedAt }: Seal): string =>
  signedAt ? `${signedAt.slice(0, 10)} ${signedAt.slice(11, 19)} UTC` : 'a time that it does not tell';

/** `Sealed by Northmere, 2026-03-12 14:05:00 UTC: not a byte of it was changed since.` */
export function sealInWords(seal: Seal, size: number): string {
  const [certificate, issuer] = seal.chain;
  const by = `${certificate?.name ?? ''}${issuer ? ` (certificate issued by ${issuer.name})` : ''}`;
  const what =
    seal.covers === size
      ? 'not a byte of the file was changed since'
      : `its first ${seal.covers.toLocaleString('en-GB')} bytes were not changed since`;
  return `Sealed by ${by}, ${momentOf(seal)}: ${what}.`;
}

export const sealFacts = (seal: Seal): Verdict['facts'] => {
  const [certificate] = seal.chain;
  return [
    { name: 'Sealed by', value: certificate?.name ?? '', kind: 'text' },
    ...(seal.signedAt ? [{ name: 'Sealed at', value: seal.signedAt, kind: 'moment' } as const] : []),
    { name: 'Fingerprint of the certificate', value: certificate?.fingerprint ?? '', kind: 'hash' },
  ];
};

/** What a pack's seals prove, file by file. */
export const sealsProven = (sealed: readonly SealedFile[]): string[] =>
  sealed.flatMap(({ path, size, seals }) =>
    seals
      .filter(({ outcome }) => outcome === 'holds')
      .map((seal) => `${path}: ${sealInWords(seal, size)} Certificate ${seal.chain[0]?.fingerprint ?? ''}.`),
  );

export const sealsNotProven = (sealed: readonly SealedFile[]): string[] => [
  ...(sealed.some(({ seals }) => seals.some(({ outcome }) => outcome === 'holds')) ? [aboutCertificate] : []),
  ...sealed.flatMap(({ path, seals }) =>
    seals
      .filter(({ outcome }) => outcome !== 'holds')
      .map(({ reason }) => `A seal of ${path}: it ${reason}. The file itself is the one that the log records.`),
  ),
];
