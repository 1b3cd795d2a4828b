import pg from 'pg';
import { alongTheKey } from '#events/ledger/copy.ts';
import { serve } from './threads.ts';
import type { Range, RangeFinding } from '#events/ledger/range.ts';
import { checkRange } from './range.ts';

serve(async (connection: pg.ClientConfig) => {
  const client = new pg.Client(connection);
  // A connection that breaks is told by the query that used it.
  client.on('error', () => undefined);
  await client.connect();
  await alongTheKey(client);
  return (range: Range): Promise<RangeFinding> => checkRange(client, range);
});
