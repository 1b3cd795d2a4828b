import { withFiles } from '#app/evidence/program/bytes.ts';
import type { Known, Trusted } from '#app/evidence/verify/found.ts';
import type { Verdict } from '#app/evidence/verify/verdict.ts';
import { verifyFiles } from '#app/evidence/verify/verify-files.ts';

export interface ReceivedFile {
  name: string;
  path: string;
}

interface Request {
  files: readonly ReceivedFile[];
  trusted: Trusted;
  known?: Known;
}

/** Verifies files on this machine together. */
export default ({ files, trusted, known = null }: Request): Promise<Verdict[]> =>
  withFiles(files, (open) => verifyFiles(open, trusted, known));
