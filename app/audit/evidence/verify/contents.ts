/** The content of `pack.json`, which is signed with the other files and compared with the events. */
export interface Contents {
  format: 'imprimatur/evidence-pack@1';
  organisation: { uid: string; name: string };
  subject: Subject;
  checkpoint: {
    origin: string;
    size: number;
    /** Hexadecimal. */
    root: string;
  };
  /** Places in the ledger, from 1. */
  events: { count: number; first: number; last: number };
  files: PackedFile[];
  /** Files that events name and that are damaged or missing in storage. */
  missing: { name: string; sha256: string }[];
  /** Sizes of the earlier checkpoints. */
  earlierCheckpoints: number[];
}

export interface Subject {
  kind: 'document' | 'person' | 'training-record' | 'organisation';
  uid: string;
  /** In words. */
  title: string;
  /** Only for an organisation: the first and last day (`2026-03-12`) in its zone. */
  period: { from: string; to: string; zone: string } | null;
}

/** A PDF of a pack with its recorded name. */
export interface PackedFile {
  path: string;
  name: string;
  size: number;
  sha256: string;
}

export const packFormat = 'imprimatur/evidence-pack@1';

/** The paths of a pack's files, for its writer and its verifier. */
export const parts = {
  readme: 'README.txt',
  checkpoint: 'checkpoint',
  index: 'index.html',
  contents: 'pack.json',
  indexPdf: 'index.pdf',
  key: 'keys/log.vkey',
  /** The same for openssl. */
  keyPem: 'keys/log.pem',
  /** A certificate of signed PDFs with its issuers, named by the start of its fingerprint. */
  certificate: (fingerprint: string) => `keys/seal-${fingerprint.slice(0, 16)}.pem`,
  goPasskeys: 'passkeys.go',
  goProgram: 'verify.go',
  program: 'verify.mjs',
  sums: 'SHA256SUMS',
  signedSums: 'SHA256SUMS.note',
  event: (position: number) => `events/${padded(position)}.json`,
  proof: (position: number) => `events/${padded(position)}.tlog-proof`,
  earlier: (size: number) => `checkpoints/${padded(size)}`,
  consistency: (size: number) => `checkpoints/${padded(size)}.consistency`,
} as const;

/** Padded, so that names sort as their numbers. */
const padded = (n: number): string => String(n).padStart(12, '0');

/**
 * The signed statement over the list of files. Its second line is no number, so that it cannot pass as a checkpoint.
 */
export const statementOf = (sumsSha256: string, rootHex: string): string =>
  `${packFormat}\nSHA256SUMS ${sumsSha256}\nroot ${rootHex}\n`;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => Number.isSafeInteger(value);
const has = (value: unknown, test: Record<string, (one: unknown) => boolean>): boolean =>
  isObject(value) && Object.entries(test).every(([name, holds]) => holds(value[name]));
const every = (value: unknown, test: (one: unknown) => boolean): boolean => Array.isArray(value) && value.every(test);

const isSubject = (value: unknown): boolean =>
  has(value, {
    kind: (kind) => ['document', 'person', 'training-record', 'organisation'].includes(kind as string),
    uid: isText,
    title: isText,
    period: (period) => period === null || has(period, { from: isText, to: isText, zone: isText }),
  });

/** Reads `pack.json`; null when it is malformed. */
export function parseContents(text: string): Contents | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const fits = has(value, {
    format: (format) => format === packFormat,
    organisation: (organisation) => has(organisation, { uid: isText, name: isText }),
    subject: isSubject,
    checkpoint: (checkpoint) => has(checkpoint, { origin: isText, size: isNumber, root: isText }),
    events: (events) => has(events, { count: isNumber, first: isNumber, last: isNumber }),
    files: (files) => every(files, (file) => has(file, { path: isText, name: isText, size: isNumber, sha256: isText })),
    missing: (missing) => every(missing, (file) => has(file, { name: isText, sha256: isText })),
    earlierCheckpoints: (sizes) => every(sizes, isNumber),
  });
  return fits ? (value as Contents) : null;
}
