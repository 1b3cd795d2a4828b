// Opens the PostgreSQL of a DATA_DIR, asks it something, and stops it.
import pg from 'pg';
import { openEmbedded } from '#app/adapters/embedded-postgres/embedded-postgres.ts';

const postgres = await openEmbedded({ dataDir: process.argv[2]!, use: 'tool', settings: { fsync: 'off' } });
const client = new pg.Client({ connectionString: postgres.url });
await client.connect();
const { rows } = await client.query<{ one: number }>('select 1 as one');
process.stdout.write(`${rows[0]?.one}\n`);
await client.end();
await postgres.stop();
process.exit(0);
