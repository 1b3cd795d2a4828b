import type { KeyObject } from 'node:crypto';
import { decodeEvent } from '#events/ledger/read.ts';
import { openNote, signNote, verifierKey } from '#events/ledger/note.ts';
import { Frontier, leafHash } from '#events/ledger/tree.ts';
import { recordedFiles } from '#events/recorded-files.ts';
import { type ListedFile, lines, listed } from '#app/set-up/archive/made-file.ts';
import { archiveFormat, carriedTableNames, parts, statementOf, type Manifest } from '#app/set-up/archive/format.ts';
import { readCarried, readCheckpoints, readEvents, type EventRow } from '#app/set-up/archive/ledger-rows.ts';
import { SettingsFile } from '#app/set-up/archive/settings-file.ts';
import { UnsoundPack } from '#app/audit/evidence/pack/unsound.ts';
import { zipOf, type NewFile } from '#app/audit/evidence/pack/zip.ts';
import type { Ports } from '#app/kit/ports.ts';
import type { CheckedCheckpoint } from '#app/audit/queries/proof.ts';
import { openVerified } from '#app/adapters/storage/verified.ts';

export interface ArchiveOrder {
  org: string;
  /** The archive is of the ledger at this checkpoint. */
  checkpoint: Pick<CheckedCheckpoint, 'size' | 'root' | 'origin'>;
  /** Called as events are packed, with their files. */
  onProgress?: (events: number) => void;
  /** Called with each recorded file that the storage no longer has as it was recorded. */
  onMissing?: (path: string) => void;
}

type ArchivePorts = Pick<Ports, 'config' | 'database' | 'storage'>;

/**
 * An organisation as a zip, streamed: memory does not grow with it. The same checkpoint gives the same bytes, but for
 * what is stored beside the ledger, a file that storage lost meanwhile, and the signature by another installation's
 * key. Throws `UnsoundPack` where the ledger is not what the checkpoint signs.
 */
export const organisationArchive = (ports: ArchivePorts, order: ArchiveOrder): AsyncGenerator<Uint8Array> =>
  zipOf(signed(ports, order));

async function* signed(ports: ArchivePorts, order: ArchiveOrder): AsyncGenerator<NewFile> {
  const { size, root, origin } = order.checkpoint;
  const settings = new SettingsFile();
  const missing: Manifest['missing'] = [];
  const files: Manifest['files'] = [];
  for await (const { file, size: bytes, sha256: digest } of contents(ports, order, { settings, missing })) {
    files.push({ path: file.path, size: bytes, sha256: digest });
    yield file;
  }
  const manifest: Manifest = {
    format: archiveFormat,
    organisation: { uid: order.org, name: settings.name },
    ledger: { size: Number(size), root: root.toString('base64') },
    files,
    missing,
  };
  const { file, sha256: digest } = listed(parts.manifest, `${JSON.stringify(manifest, null, 1)}\n`);
  yield file;
  const { signingKey, verifyingKey } = ports.config;
  yield listed(parts.madeWith, `${verifierKey(origin, verifyingKey)}\n`).file;
  yield listed(parts.signature, signNote(statementOf(digest), origin, signingKey)).file;
}

interface Found {
  settings: SettingsFile;
  missing: Manifest['missing'];
}

async function* contents(ports: ArchivePorts, order: ArchiveOrder, found: Found): AsyncGenerator<ListedFile> {
  yield listed(parts.readme, readme);
  yield* ledgerFiles(ports, order, found);
  yield* checkpointFiles(ports, order);
  for (const table of carriedTableNames) {
    let last: object | null = null;
    for (let chunk = 1; ; chunk++) {
      const rows: object[] = await readCarried(ports, order.org, table, last);
      last = rows.at(-1) ?? null;
      if (!last) break;
      yield listed(parts.rows(table, chunk), lines(rows));
    }
  }
  yield listed(parts.settings, found.settings.text());
}

/** The events in chunks, each followed by its commands and by the files that it names first. */
async function* ledgerFiles(
  ports: ArchivePorts,
  { org, checkpoint, onProgress, onMissing }: ArchiveOrder,
  { settings, missing }: Found,
): AsyncGenerator<ListedFile> {
  const upTo = Number(checkpoint.size);
  const tree = new Frontier();
  const named = new Set<string>();
  for (let chunk = 1; tree.size < upTo; chunk++) {
    const rows = await readEvents(ports, org, { after: tree.size, upTo });
    if (rows.length === 0) throw new UnsoundPack(`There is no event ${tree.size + 1}`);
    for (const row of rows) grow(tree, row);
    yield listed(parts.events(chunk), lines(rows.map(({ canonical }) => canonical)));
    yield listed(parts.commands(chunk), lines(rows.flatMap(commandOf)));
    for (const { position, canonical } of rows) {
      const event = decodeEvent(position, canonical);
      settings.add(event);
      for (const { storageKey, sha256: digest } of recordedFiles(event.data)) {
        if (named.has(storageKey)) continue;
        named.add(storageKey);
        const opened = await openVerified(ports.storage.within(org), storageKey, digest);
        const path = parts.file(storageKey);
        if (opened.ok) {
          const { size, body } = opened.value;
          yield { file: { path, stream: body, sha256: digest }, size, sha256: digest };
        } else {
          const reason = opened.failure.code === 'file_missing' ? 'missing' : 'damaged';
          missing.push({ path, sha256: digest, reason });
          onMissing?.(path);
        }
      }
    }
    onProgress?.(tree.size);
  }
  if (!tree.root().equals(checkpoint.root)) throw new UnsoundPack('The events are not those that the checkpoint signs');
}

function grow(tree: Frontier, { position, canonical, leaf }: EventRow): void {
  const computed = leafHash(Buffer.from(canonical, 'utf8'));
  if (Number(position) !== tree.size + 1) throw new UnsoundPack(`There is no event ${tree.size + 1}`);
  if (!computed.equals(leaf)) throw new UnsoundPack(`Not as it was recorded: event No. ${position}`);
  tree.add(computed);
}

const commandOf = ({ position, command_last: last, command_answer: answer }: EventRow) =>
  last === null ? [] : [{ position: Number(position), last: Number(last), answer }];

/** The checkpoints in chunks, then the keys that signed them. */
async function* checkpointFiles(
  ports: ArchivePorts,
  { org, checkpoint: { size, origin } }: ArchiveOrder,
): AsyncGenerator<ListedFile> {
  const { verifyingKey, formerKeys } = ports.config;
  const keys = new Set<KeyObject>();
  let after = 0;
  for (let chunk = 1; after < Number(size); chunk++) {
    const rows = await readCheckpoints(ports, org, { after, upTo: Number(size) });
    for (const { note, size: of } of rows) {
      const key = [verifyingKey, ...formerKeys].find((one) => openNote(note, origin, [one]).ok);
      if (!key) throw new UnsoundPack(`The checkpoint of ${of} events is not signed by a known key`);
      keys.add(key);
    }
    after = rows.at(-1)?.size ?? Number(size);
    if (rows.length > 0) yield listed(parts.checkpoints(chunk), lines(rows));
  }
  yield listed(parts.keys, lines([...keys].map((key) => verifierKey(origin, key))));
}

/** For the person who opens an archive without knowing the product. */
const readme = `An archive of one organisation, made by Imprimatur

It holds the organisation at one position of its ledger: manifest.json says which, and has the SHA-256 of every file.

  ledger/events-*       each event's exact bytes, one a line, from position 1: what the Merkle tree (RFC 6962) hashes
  ledger/commands-*     where each command begins and ends, and its stored answer
  ledger/checkpoints-*  the signed checkpoints (C2SP tlog-checkpoint)
  files/                every file that an event names, by its key in storage
  app/                  notifications, saved lists and the reminders that were sent
  organisation.json     name and settings, to read
  keys.txt              the public keys that signed the checkpoints (C2SP verifier keys)
  manifest.sig          the signature of manifest.json (C2SP signed note), by the key in made-with.txt

There is no password, second factor, session, token, signing secret or private key in it.

To make the organisation again in another installation:

  npm run org -- import ARCHIVE

The other installation has to know the keys first: ask for their fingerprints through a separate channel.
`;
