// The server in this very process: signals, standard output and the exit code are its own.
import { register } from 'tsx/esm/api';
import { build } from './prepare.mjs';

if (process.env.NODE_ENV !== 'development') {
  process.env.NODE_ENV = 'production';
  await build();
}
register();
const { Fault } = await import('../app/fault.ts');
try {
  const { serve } = await import('../app/server.ts');
  await serve({ demonstration: process.argv.includes('--demo') });
  process.exit(0);
} catch (error) {
  if (!(error instanceof Fault)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
