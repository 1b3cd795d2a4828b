// One report in a process of its own, which the server begins (app/reports/report-process.ts). Plain JavaScript, as serve.mjs.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const build = process.env.IMPRIMATUR_BUILD ?? path.join(import.meta.dirname, '../build');
const built = path.join(build, 'start/report.mjs');

if (process.env.NODE_ENV === 'production' && existsSync(built)) {
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(built).href);
} else {
  const { register } = await import('tsx/esm/api');
  register();
  await import('../app/reports/program.ts');
}
