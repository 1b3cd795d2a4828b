// One report in a process of its own, which the server begins (app/reports/maker.ts). Plain JavaScript, as serve.mjs.
import { existsSync } from 'node:fs';

const built = new URL('../build/start/report.mjs', import.meta.url);

if (process.env.NODE_ENV === 'production' && existsSync(built)) {
  process.setSourceMapsEnabled(true);
  await import(built.href);
} else {
  const { register } = await import('tsx/esm/api');
  register();
  await import('../app/reports/program.ts');
}
