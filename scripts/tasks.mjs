// Builds what threads and report processes run, so that none of them loads a compiler. Plain JavaScript.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Every task of `app/workers/pool.ts`, and every module of `app/workers/process.ts`. */
export const buildTasks = () =>
  build({
    absWorkingDir: root,
    entryPoints: ['app/**/tasks/*.ts', 'app/reports/process/report-program.ts'],
    outdir: 'build/tasks',
    chunkNames: 'chunks/[name]-[hash]',
    outbase: '.',
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  });

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildTasks();
