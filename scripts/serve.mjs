// The server in this very process: signals, standard output and the exit code are its own.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './prepare.mjs';

if (process.env.NODE_ENV === 'development') {
  const { register } = await import('tsx/esm/api');
  register();
  const { buildVerifier } = await import('./verifier.mjs');
  await buildVerifier();
  await begin('../app/server/main.ts');
} else {
  process.env.NODE_ENV = 'production';
  process.setSourceMapsEnabled(true);
  const folder = await build();
  // The processes that the server begins are of this build too, whatever is built while it runs.
  process.env.IMPRIMATUR_BUILD = folder;
  await begin(pathToFileURL(path.join(folder, 'start/server.mjs')).href);
}

async function begin(file) {
  const { main } = await import(file);
  await main({ demonstration: process.argv.includes('--demo') });
}
