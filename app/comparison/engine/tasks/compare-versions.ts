import { createHash } from 'node:crypto';
import { canonicalize } from '#events/ledger/canonical.ts';
import { compareDocuments } from '#app/comparison/engine/compare.ts';
import { withDocument } from '#app/adapters/pdf/intake/pdfium.ts';
import { borrowFile, type LentFile } from '#app/adapters/workers/lent-file.ts';

interface Input {
  from: LentFile;
  to: LentFile;
  sha256: { from: string; to: string };
}

/** The canonical JSON of a comparison. Null where a file cannot be read, or its stored bytes have another SHA-256. */
export default async function compareVersions({ from, to, sha256 }: Input): Promise<string | null> {
  const older = await read(from, sha256.from);
  const newer = await read(to, sha256.to);
  if (!older || !newer) return null;
  try {
    return await withDocument(older, (one) =>
      withDocument(newer, async (other) =>
        canonicalize(
          await compareDocuments({ document: one, sha256: sha256.from }, { document: other, sha256: sha256.to }),
        ),
      ),
    );
  } catch {
    return null;
  }
}

async function read(file: LentFile, sha256: string): Promise<Buffer | null> {
  const bytes = await borrowFile(file).read(0, file.size);
  return createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes : null;
}
