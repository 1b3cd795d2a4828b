import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Runs a program over a PDF in a file of its own; answers its standard output. */
export async function withPdf(bytes: Uint8Array, program: string, args: string[] = []): Promise<string> {
  const file = path.join(tmpdir(), `imprimatur-${randomUUID()}.pdf`);
  await writeFile(file, bytes);
  try {
    return (await run(program, [...args, file], { maxBuffer: 64 * 1024 * 1024 })).stdout;
  } finally {
    await rm(file);
  }
}

/** What pdfsig says of each signature: whether it is valid, and whether it covers the whole file. */
export async function signaturesOf(bytes: Uint8Array): Promise<{ valid: boolean; whole: boolean }[]> {
  // It ends with an error code where a signature is not valid.
  const stdout = await withPdf(bytes, 'pdfsig', ['-nocert']).catch(
    (error: unknown) => (error as { stdout: string }).stdout,
  );
  return stdout
    .split(/^Signature #/m)
    .slice(1)
    .map((text) => ({
      valid: text.includes('Signature is Valid'),
      whole: /^ {2}- Total document signed$/m.test(text),
    }));
}

/** A signature over all of it, and no other. */
export const sealedLast = [{ valid: true, whole: true }];

/** A report without what each making of its seal changes: no two elliptic signatures have the same bytes. */
export const withoutSeal = (pdf: Buffer): string =>
  pdf
    .toString('latin1')
    .replace(/<[0-9a-f]{2000,}>/, '<>')
    .replace(/\/M \(D:\d{14}Z\)(?=\s*\/Name)/, '/M');
