import { z } from 'zod';
import { sha256, uid } from '#events/common.ts';

/** The format's name, in the manifest and in what is signed. */
export const archiveFormat = 'imprimatur/organisation-archive@1';

/** Where the parts of an archive stand. Numbers of chunks begin at 1. */
export const parts = {
  readme: 'README.txt',
  events: (chunk: number) => `ledger/events-${padded(chunk)}.jsonl`,
  commands: (chunk: number) => `ledger/commands-${padded(chunk)}.jsonl`,
  checkpoints: (chunk: number) => `ledger/checkpoints-${padded(chunk)}.jsonl`,
  /** `key` in storage, which begins with the organisation. */
  file: (key: string) => `files/${key.slice(key.indexOf('/') + 1)}`,
  rows: (table: string, chunk: number) => `app/${table}-${padded(chunk)}.jsonl`,
  settings: 'organisation.json',
  keys: 'keys.txt',
  manifest: 'manifest.json',
  madeWith: 'made-with.txt',
  signature: 'manifest.sig',
} as const;

const padded = (chunk: number): string => String(chunk).padStart(6, '0');

/** Which part a path is; `rows` have their table and `file` what follows the organisation in its key. */
export function partOf(path: string): { kind: string; name: string } | null {
  const [, kind] = /^ledger\/(events|commands|checkpoints)-\d{6,}\.jsonl$/.exec(path) ?? [];
  if (kind) return { kind, name: '' };
  const [, table] = /^app\/([a-z_]+)-\d{6,}\.jsonl$/.exec(path) ?? [];
  if (table) return { kind: 'rows', name: table };
  const [, file] = /^files\/(.+)$/.exec(path) ?? [];
  if (file) return { kind: 'file', name: file };
  return [parts.readme, parts.settings, parts.keys].some((own) => own === path) ? { kind: path, name: '' } : null;
}

/** Rows of a chunk of the ledger. */
export const chunkSize = 2000;

export const manifest = z.strictObject({
  format: z.literal(archiveFormat),
  organisation: z.strictObject({ uid, name: z.string() }),
  /** The state of the ledger that the archive is of. */
  ledger: z.strictObject({ size: z.number().int().positive(), root: z.base64() }),
  /** Every file before the manifest, in the order of the zip. */
  files: z.array(z.strictObject({ path: z.string(), size: z.number().int().nonnegative(), sha256 })),
  /** Recorded files that the storage no longer had as they were recorded. */
  missing: z.array(z.strictObject({ path: z.string(), sha256, reason: z.enum(['missing', 'damaged']) })),
});
export type Manifest = z.output<typeof manifest>;

/** What the signature of an archive covers. */
export const statementOf = (manifestSha256: string): string => `${archiveFormat}\nmanifest.json ${manifestSha256}\n`;

/** A command of the ledger: where it begins and ends, and its stored answer. */
export const commandLine = z.strictObject({
  position: z.number().int().positive(),
  last: z.number().int().positive(),
  answer: z.string().nullable(),
});

export const checkpointLine = z.strictObject({
  size: z.number().int().positive(),
  number: z.number().int().positive(),
  root: z.base64(),
  signedAt: z.string(),
  note: z.string(),
});
export type CheckpointLine = z.output<typeof checkpointLine>;

/** What the product keeps beside the ledger so that screens stay as they are and no reminder is sent twice. */
export const carriedTables = {
  notice: ['kind', 'about', 'occasion'],
  notification: ['uid'],
  notification_choice: ['user_uid'],
  list_choice: ['user_uid', 'list'],
  list_view: ['user_uid', 'name'],
} as const satisfies Record<string, readonly string[]>;
export type CarriedTable = keyof typeof carriedTables;
export const carriedTableNames = Object.keys(carriedTables) as CarriedTable[];
