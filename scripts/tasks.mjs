// Builds what threads, report processes and the command line run, so that none loads a compiler. Plain JavaScript.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Every task of `app/adapters/workers/pool.ts`, every module of `app/adapters/workers/process.ts` and the tools of
 * `scripts/run.mjs`.
 */
export const buildTasks = () =>
  build({
    absWorkingDir: root,
    entryPoints: ['app/**/tasks/*.ts', 'app/reports/making/process/report-program.ts', 'app/server/cli/*.ts'],
    outdir: 'build/tasks',
    chunkNames: 'chunks/[name]-[hash]',
    outbase: '.',
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // As Vite defines it for the server: what is built here starts threads from the build.
    define: { 'import.meta.env.PROD': 'true' },
    logLevel: 'error',
  });

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildTasks();
