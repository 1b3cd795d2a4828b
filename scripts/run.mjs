// node scripts/run.mjs FILE.ts ARGUMENTS: runs one of the product's programs in a fresh clone too: as it was built where
// that build is of these sources, which starts in half the time, and else from the sources.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { install, isBuilt, needNode, root } from './prepare.mjs';

needNode();
await install();
const [, , program = '', ...rest] = process.argv;
process.env.NODE_ENV ??= 'production';
// The server's log tells of it; here it would stand before every answer.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
process.argv = [process.argv[0] ?? 'node', path.join(root, program), ...rest];
const built = path.join(root, 'build/start', `${path.basename(program, '.ts')}.mjs`);
const isOfTheBuild = program.startsWith('app/cli/') && existsSync(built) && isBuilt();
if (!isOfTheBuild) (await import('tsx/esm/api')).register();
// Whoever reads the first lines alone (`| head`) closes the pipe: the work goes on to its end, and so does its exit code.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
});
try {
  await import(pathToFileURL(isOfTheBuild ? built : path.join(root, program)).href);
} catch (error) {
  if (error.name !== 'Fault') throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
