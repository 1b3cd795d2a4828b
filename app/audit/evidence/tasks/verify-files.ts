import { withFiles } from '#app/audit/evidence/program/bytes.ts';
import type { Known, Trusted } from '#app/audit/evidence/verify/found.ts';
import type { Verdict } from '#app/audit/evidence/verify/verdict.ts';
import { verifyFiles } from '#app/audit/evidence/verify/verify-files.ts';

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
