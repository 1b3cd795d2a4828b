import { createPool } from '#app/adapters/database/pool.ts';
import { createLedger } from '#events/ledger/append/append.ts';
import { one, reactions } from './world.ts';

/** Appends `count` events, `callers` at a time, to streams of its own, and prints how many were recorded. */
const [url, name, count, callers, ...orgs] = process.argv.slice(2) as [string, string, string, string, ...string[]];
const pool = createPool({ url, as: 'application' });
const ledger = createLedger({ pool, reactions });
let next = 0;
let appended = 0;
await Promise.all(
  Array.from({ length: Number(callers) }, async () => {
    for (let i = next++; i < Number(count); i = next++) {
      const outcome = await ledger.append(one(orgs[i % orgs.length]!, `${name}-${i}`));
      if (outcome.kind === 'appended') appended++;
    }
  }),
);
await ledger.close();
await pool.end();
process.stdout.write(String(appended));
