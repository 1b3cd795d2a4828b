// Builds `verify.mjs`: the verifier of evidence packs as one file that needs only Node. Plain JavaScript.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

const head = `#!/usr/bin/env node
// Checks an evidence pack of Imprimatur: node verify.mjs PACK.zip. One file, no dependency, no network; Node.js 20 or
// newer. It is not minified, so that it can be read. The parts of others in it name their authors and licences.`;

/** The same sources give the same bytes. */
export const buildVerifier = () =>
  build({
    absWorkingDir: root,
    entryPoints: ['app/audit/evidence/program/main.ts'],
    outfile: path.join(root, 'build/verify.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: { js: head },
    legalComments: 'inline',
    logLevel: 'error',
  });

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildVerifier();
