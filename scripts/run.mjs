// node scripts/run.mjs FILE.ts ARGUMENTS: runs one of the product's programs in a fresh clone too.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { install, needNode, root } from './prepare.mjs';

needNode();
await install();
const [, , program = '', ...rest] = process.argv;
process.env.NODE_ENV ??= 'production';
process.argv = [process.argv[0] ?? 'node', path.join(root, program), ...rest];
const { register } = await import('tsx/esm/api');
register();
const { Fault } = await import('../app/fault.ts');
try {
  await import(pathToFileURL(path.join(root, program)).href);
} catch (error) {
  if (!(error instanceof Fault)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
