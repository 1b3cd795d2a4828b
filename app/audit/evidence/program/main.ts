import { statSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { filesOf, withFiles } from '#app/audit/evidence/program/bytes.ts';
import { printed } from '#app/audit/evidence/program/print.ts';
import { verifyFiles, verifyFolder } from '#app/audit/evidence/verify/verify-files.ts';
import type { Known } from '#app/audit/evidence/verify/found.ts';
import { parseKey, type Key } from '#app/audit/evidence/verify/note.ts';
import type { Verdict } from '#app/audit/evidence/verify/verdict.ts';
import { certificateNamed, fingerprintOfDer } from '#app/audit/evidence/verify/certificate-named.ts';

const usage = `node verify.mjs [--key KEY] [--certificate CERTIFICATE] PACK.zip|FOLDER|FILE…

Verifies evidence packs (the zip or its unpacked folder), proofs with their events, audit bundles and PDFs, offline.
--key KEY   the organisation's public key (name+id+key), received through a separate channel;
            files signed with another key are rejected
--certificate CERTIFICATE
            the certificate that seals the organisation's PDFs, or the authority's that issued it: its SHA-256
            fingerprint or its file (PEM, DER); packs and PDFs with another seal or none are rejected
Exit code: 0 all files hold, 1 a file does not hold, 2 wrong arguments.`;

function asked(): { paths: string[]; trusted: Key[]; known: Known } | null {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { key: { type: 'string', multiple: true }, certificate: { type: 'string', multiple: true } },
    });
    const keys = (values.key ?? []).map(parseKey);
    const known = values.certificate?.map(certificateGiven) ?? null;
    if (positionals.length === 0 || keys.includes(null) || known?.includes(null)) return null;
    return {
      paths: positionals,
      trusted: keys.filter((key) => key !== null),
      known: known?.filter((certificate) => certificate !== null) ?? null,
    };
  } catch {
    return null;
  }
}

const request = asked();
if (!request) {
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}
const { paths, trusted, known } = request;
const absent = paths.find((one) => !statSync(one, { throwIfNoEntry: false }));
if (absent !== undefined) {
  process.stderr.write(`There is no file ${absent}.\n`);
  process.exit(2);
}
const folders = paths.filter((one) => statSync(one).isDirectory());
const files = paths.filter((one) => !folders.includes(one));
const named = files.map((file) => ({ name: path.basename(file), path: file }));
const verdicts: Verdict[] = await withFiles(named, (open) => verifyFiles(open, trusted, known));
for (const folder of folders) verdicts.push(await verifyFolder(folder, () => filesOf(folder), trusted, known));
for (const verdict of verdicts) process.stdout.write(`${printed(verdict)}\n`);
const holds = ({ outcome, key, sealed }: Verdict): boolean =>
  outcome === 'holds' && key?.trusted !== false && (known === null || sealed !== false);
process.exitCode = verdicts.every(holds) ? 0 : 1;

/**
 * The fingerprint of a certificate that the reader names: by the fingerprint itself, or by a file in PEM or DER. Null
 * where it is none.
 */
function certificateGiven(name: string): string | null {
  const named = certificateNamed(name);
  if (named) return named;
  if (!statSync(name, { throwIfNoEntry: false })?.isFile()) return null;
  const bytes = readFileSync(name);
  return certificateNamed(bytes.toString('latin1')) ?? fingerprintOfDer(bytes);
}
