// Prepares a fresh clone, then runs the server. Plain JavaScript that needs no package.
import { install, requireNode } from './prepare.mjs';

requireNode();
const flags = process.argv.slice(2);
const known = new Set(['--demo', '--dev']);
if (flags.includes('--help') || flags.includes('-h')) {
  process.stdout.write(
    'npm start [-- --demo]   starts Imprimatur; --demo loads a demonstration organisation into an empty database\n',
  );
  process.exit(0);
}
const unknown = flags.filter((flag) => !known.has(flag));
if (unknown.length > 0) {
  process.stderr.write(`Unknown option: ${unknown.join(' ')}. npm start takes --demo.\n`);
  process.exit(1);
}

await install();
if (flags.includes('--dev')) {
  const { development } = await import('./development.mjs');
  development(flags.filter((flag) => flag !== '--dev'));
} else await import('./serve.mjs');
