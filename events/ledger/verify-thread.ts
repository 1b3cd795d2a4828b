import pg from 'pg';
import { alongTheKey } from './copy.ts';
import { serve } from './threads.ts';
import type { Range, RangeFinding } from './range.ts';
import { checkRange } from './verify-range.ts';

serve(async (connection: pg.ClientConfig) => {
  const client = new pg.Client(connection);
  // A connection that breaks is told by the query that used it.
  client.on('error', () => undefined);
  await client.connect();
  await alongTheKey(client);
  return (range: Range): Promise<RangeFinding> => checkRange(client, range);
});
