// node scripts/run.mjs FILE.ts ARGUMENTS: runs a program: from the build, else from its TypeScript source, which takes
// three seconds to compile. So it also runs in a fresh clone.
import path from 'node:path';
import { loadModule } from '../app/adapters/workers/load-module.mjs';
import { install, isBuilt, requireNode, root } from './prepare.mjs';

requireNode();
await install();
const [, , program = '', ...rest] = process.argv;
process.env.NODE_ENV ??= 'production';
// The warning would precede every output. The server logs it.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
process.argv = [process.argv[0] ?? 'node', path.join(root, program), ...rest];
// `| head` closes the pipe: the program still runs to its end and gives its own exit code.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
});
try {
  await loadModule(program, { root, isBuilt: program.startsWith('app/server/cli/') && isBuilt() });
} catch (error) {
  if (error.code !== 'fault') throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
