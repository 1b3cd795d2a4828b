import type { KeyObject } from 'node:crypto';
import { openNote, parseCheckpoint } from '#events/ledger/note.ts';
import { decodeEvent } from '#events/ledger/read.ts';
import { Frontier, leafHash } from '#events/ledger/tree.ts';
import type { RecordedEvent } from '#events/ledger/types.ts';
import { recordedFiles } from '#events/recorded-files.ts';
import { carriedTableNames, checkpointLine, commandLine, parts } from '#app/set-up/archive/format.ts';
import { linesOf, type ArchiveFile, type OpenedArchive } from '#app/set-up/archive/opened.ts';
import { SettingsFile } from '#app/set-up/archive/settings-file.ts';
import { Fault } from '#app/adapters/environment/fault.ts';

const refused = (reason: string): Fault => new Fault(`The archive was refused: ${reason}.`);

/** Runs a reader of one file's lines, so that what it cannot read is named. */
async function readLines<T>(file: ArchiveFile, read: (line: string, n: number) => T): Promise<T[]> {
  const lines = await linesOf(file);
  return lines.map((line, n) => {
    try {
      return read(line, n);
    } catch {
      throw refused(`line ${n + 1} of ${file.path} cannot be read`);
    }
  });
}

export const readEventLines = (
  file: ArchiveFile,
  after: number,
): Promise<{ canonical: string; event: RecordedEvent }[]> =>
  readLines(file, (canonical, n) => ({ canonical, event: decodeEvent(String(after + n + 1), canonical) }));

export const readCommandLines = (file: ArchiveFile) => readLines(file, (line) => commandLine.parse(JSON.parse(line)));

export const readCheckpointLines = (file: ArchiveFile) =>
  readLines(file, (line) => checkpointLine.parse(JSON.parse(line)));

export const readRowLines = (file: ArchiveFile) => readLines(file, (line) => JSON.parse(line) as object);

/**
 * Reads the whole archive before anything is stored: each file's hash, the root of the events, the checkpoints with
 * their keys, and whether each recorded file is there. Throws a `Fault` that names the first fault.
 */
export async function checkArchive(
  { manifest, files, origin }: OpenedArchive,
  keys: readonly KeyObject[],
): Promise<void> {
  const { uid } = manifest.organisation;
  const tree = new Frontier();
  const settings = new SettingsFile();
  const named = new Map<string, string>();
  let lastCheckpoint = { size: 0, root: '' };
  for (const file of files)
    switch (file.kind) {
      case 'events':
        for (const { canonical, event } of await readEventLines(file, tree.size)) {
          if (event.org !== uid) throw refused(`event ${event.position} is of another organisation`);
          tree.add(leafHash(Buffer.from(canonical, 'utf8')));
          settings.add(event);
          for (const { storageKey, sha256 } of recordedFiles(event.data)) named.set(parts.file(storageKey), sha256);
        }
        break;
      case 'commands':
        await readCommandLines(file);
        break;
      case 'checkpoints':
        for (const line of await readCheckpointLines(file)) {
          const opened = openNote(line.note, origin, keys);
          const body = opened.ok ? parseCheckpoint(opened.text) : undefined;
          if (body?.size !== line.size || body.root.toString('base64') !== line.root)
            throw refused(
              `the checkpoint of ${line.size} events is not signed with a key that this installation knows: keys.txt ` +
                'in it has the keys, which belong into FORMER_KEYS once their fingerprints are compared',
            );
          lastCheckpoint = line;
        }
        break;
      case 'rows':
        if (!carriedTableNames.some((known) => known === file.name)) throw refused(`${file.path} is not known here`);
        await readRowLines(file);
        break;
      case parts.settings:
        if ((await linesOf(file)).join('\n') !== settings.text().trimEnd())
          throw refused('organisation.json does not say what the ledger says');
        break;
      default:
        for await (const _ of file.open());
    }
  const { size, root } = manifest.ledger;
  if (tree.size !== size || tree.root().toString('base64') !== root)
    throw refused('its events are not those that manifest.json names');
  if (lastCheckpoint.size !== size || lastCheckpoint.root !== root)
    throw refused('its last checkpoint is not that of manifest.json');
  checkFiles(named, files, manifest.missing);
}

/** Every recorded file is there as it was recorded, unless the archive says that it was lost before. */
function checkFiles(
  named: ReadonlyMap<string, string>,
  files: readonly ArchiveFile[],
  missing: readonly { path: string; sha256: string }[],
): void {
  const there = new Map([...missing, ...files].map(({ path, sha256 }) => [path, sha256]));
  for (const [path, sha256] of named)
    if (there.get(path) !== sha256) throw refused(`${path} is not the file that the ledger names`);
  const foreign = files.find(({ kind, path }) => kind === 'file' && !named.has(path));
  if (foreign) throw refused(`no event names ${foreign.path}`);
}
