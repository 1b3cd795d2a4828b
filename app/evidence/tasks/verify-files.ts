import { withFile } from '#app/evidence/program/bytes.ts';
import { verifyFiles, type Given, type Trusted } from '#app/evidence/verify/verify-files.ts';
import type { Verdict } from '#app/evidence/verify/verdict.ts';

export interface ReceivedFile {
  name: string;
  path: string;
}

/** Verifies files of this machine together. */
export default ({ files, trusted }: { files: readonly ReceivedFile[]; trusted: Trusted }): Promise<Verdict[]> =>
  openAll(files, (open) => verifyFiles(open, trusted));

/** Opens the files one inside the other, so that all are open while they are verified together. */
const openAll = (
  files: readonly ReceivedFile[],
  use: (open: readonly Given[]) => Promise<Verdict[]>,
  open: readonly Given[] = [],
): Promise<Verdict[]> => {
  const [next, ...others] = files;
  return next === undefined
    ? use(open)
    : withFile(next.path, (bytes) => openAll(others, use, [...open, { name: next.name, bytes }]));
};
