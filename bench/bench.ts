import { helpIfAsked } from '#app/server/cli/tool.ts';
import { Fault } from '#app/adapters/environment/fault.ts';

const benches = [
  'ledger',
  'pages',
  'reports',
  'evidence',
  'api',
  'intake',
  'memory',
  'search',
  'webhooks',
  'comparison',
  'import',
] as const;
const [name = '', ...rest] = process.argv.slice(2);
const usage = `npm run bench -- ${benches.join('|')} [--quick] [--json FILE]   what is measured, how, and against what`;
helpIfAsked(usage);
if (!benches.some((each) => each === name)) throw new Fault(usage);
const { run } = (await import(`./${name}.ts`)) as { run(words: string[]): Promise<void> };
await run(rest);
