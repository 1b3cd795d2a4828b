import { statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { filesOf, withFile } from '#app/evidence/program/bytes.ts';
import { printed } from '#app/evidence/program/print.ts';
import { verifyFiles, judgeFolder, type Given } from '#app/evidence/verify/verify-files.ts';
import { parseKey, type Key } from '#app/evidence/verify/note.ts';
import type { Verdict } from '#app/evidence/verify/verdict.ts';

const usage = `node verify.mjs [--key KEY] PACK.zip|FOLDER|FILE…

Checks evidence packs (the zip or its unpacked folder), proofs with their events, audit bundles and PDFs, without a network.
--key KEY   the organisation's public key (name+id+key) as it was sent to you through a separate channel; anything that another key signed is refused
Exit code: 0 where all of it holds, 1 where something does not, 2 where the program was called wrongly.`;

function asked(): { paths: string[]; trusted: Key[] } | null {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { key: { type: 'string', multiple: true } },
    });
    const keys = (values.key ?? []).map(parseKey);
    if (positionals.length === 0 || keys.includes(null)) return null;
    return { paths: positionals, trusted: keys.filter((key) => key !== null) };
  } catch {
    return null;
  }
}

/** Opens files one inside the other, so that all are open while they are judged together. */
const judgeFiles = (
  paths: readonly string[],
  trusted: readonly Key[],
  open: readonly Given[] = [],
): Promise<Verdict[]> => {
  const [next, ...others] = paths;
  return next === undefined
    ? verifyFiles(open, trusted)
    : withFile(next, (bytes) => judgeFiles(others, trusted, [...open, { name: path.basename(next), bytes }]));
};

const request = asked();
if (!request) {
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}
const { paths, trusted } = request;
const absent = paths.find((one) => !statSync(one, { throwIfNoEntry: false }));
if (absent !== undefined) {
  process.stderr.write(`There is no file ${absent}.\n`);
  process.exit(2);
}
const folders = paths.filter((one) => statSync(one).isDirectory());
const files = paths.filter((one) => !folders.includes(one));
const verdicts: Verdict[] = files.length > 0 ? await judgeFiles(files, trusted) : [];
for (const folder of folders) verdicts.push(await judgeFolder(folder, await filesOf(folder), trusted));
for (const verdict of verdicts) process.stdout.write(`${printed(verdict)}\n`);
process.exitCode = verdicts.every(({ outcome, key }) => outcome === 'holds' && key?.trusted !== false) ? 0 : 1;
