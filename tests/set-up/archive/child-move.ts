import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pino from 'pino';
import { importArchive } from '#app/set-up/archive/import.ts';
import { organisationArchive } from '#app/set-up/archive/make.ts';
import { loadConfig } from '#app/adapters/environment/config.ts';
import { createPool } from '#app/adapters/database/pool.ts';
import { createServices } from '#app/server/services.ts';
import { coverUpTo } from '#app/audit/queries/proof.ts';
import { recordFile } from './record-file.ts';

/**
 * Moves an organisation in a process of its own: `export DATABASE ORG ARCHIVE`, after a file of 150 MB was recorded, or
 * `import DATABASE - ARCHIVE [STAGE]`, which is killed where it reaches the stage. Prints by how many kB its memory
 * grew.
 */
const [mode, url = '', org = '', archive = '', stage] = process.argv.slice(2);
const config = await loadConfig();
const services = await createServices({ config, databaseUrl: url, log: pino({ level: 'silent' }) });
const pool = createPool({ url, as: 'owner', max: 2 });

/** What every piece of the file is cut from: memory that is not the move's. */
const filler = Buffer.alloc(1024 * 1024, 'Sandalwood. ');
const large = () => Readable.from(Array.from({ length: 150 }, () => filler));

if (mode === 'export') await recordFile(services, org, large());
const before = process.resourceUsage().maxRSS;
if (mode === 'export') {
  const checkpoint = await coverUpTo(services, org, (await services.ledger.readHead(org)).size);
  await pipeline(organisationArchive(services, { org, checkpoint: checkpoint! }), createWriteStream(archive));
} else {
  await importArchive({
    path: archive,
    keys: [config.verifyingKey, ...config.formerKeys],
    pool,
    storage: services.storage,
    onProgress: (reached) => void (reached === stage && process.kill(process.pid, 'SIGKILL')),
  });
}
process.stdout.write(String(process.resourceUsage().maxRSS - before));
await pool.end();
await services.close();
