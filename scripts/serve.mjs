// The server in this very process: signals, standard output and the exit code are its own.
import { register } from 'tsx/esm/api';

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
