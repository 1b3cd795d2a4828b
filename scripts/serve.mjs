// The server in this very process: signals, standard output and the exit code are its own.
import { build } from './prepare.mjs';

if (process.env.NODE_ENV === 'development') {
  const { register } = await import('tsx/esm/api');
  register();
  const { buildVerifier } = await import('./verifier.mjs');
  await buildVerifier();
  await begin('../app/server.ts');
} else {
  process.env.NODE_ENV = 'production';
  process.setSourceMapsEnabled(true);
  await build();
  await begin('../build/start/server.mjs');
}

async function begin(file) {
  const { main } = await import(file);
  await main({ demonstration: process.argv.includes('--demo') });
}
