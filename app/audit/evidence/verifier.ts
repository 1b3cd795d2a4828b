import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root, type Config } from '#app/adapters/environment/config.ts';
import { verifierKey } from '#events/ledger/note.ts';

/** The program `verify.mjs`, as a pack holds it. */
export const readVerifier = (): Promise<Buffer> => readFile(path.join(root, 'build/verify.mjs'));

/** This installation's keys in the format of note tools. Its organisations use them under their own names. */
export const installationKeys = ({ verifyingKey, formerKeys }: Config): string[] =>
  [verifyingKey, ...formerKeys].map((key) => verifierKey('imprimatur', key));
