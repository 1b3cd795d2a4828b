import { expect, it } from 'vitest';
import pg from 'pg';
import { QueuePool } from '#app/server/jobs/queue-pool.ts';
import { freshDatabase } from '#tests/support/database.ts';

it('reports a refused connection by the code that the queue retries, until it stops', async () => {
  const test = await freshDatabase();
  const [, name = ''] = /\/(test_\w+)\?/.exec(test.url) ?? [];
  const outside = new pg.Client({ connectionString: test.url.replace(`/${name}?`, '/postgres?') });
  await outside.connect();
  const pool = new QueuePool({ connectionString: test.url });
  await outside.query(`alter database ${name} with allow_connections false`);
  try {
    await expect(pool.connect()).rejects.toMatchObject({ code: '57P03' });
    pool.stopRetrying();
    await expect(pool.connect()).rejects.toMatchObject({ code: '55000' });
  } finally {
    await outside.query(`alter database ${name} with allow_connections true`);
    await outside.end();
    await pool.end();
    await test.close();
  }
});
