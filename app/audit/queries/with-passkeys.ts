import { sql, type Kysely } from 'kysely';
import type { Database } from '#app/adapters/database/schema.ts';
import { ownRows } from '#app/kit/query/own-rows.ts';

/**
 * The positions of the events of a pack or bundle with those about the passkeys that signed in them, so that it holds
 * the public keys which its signatures are verified with. Ascending.
 */
export async function withPasskeys(db: Kysely<Database>, positions: readonly string[]): Promise<string[]> {
  const any = await db.selectFrom('read.authenticator').select('uid').where('kind', '=', 'passkey').limit(1).execute();
  if (any.length === 0) return [...positions];
  const { rows } = await sql<{ position: string }>`
    with used as (
      select distinct canonical::jsonb #>> '{data,signature,signer}' as signer,
        canonical::jsonb #>> '{data,signature,credential,authenticator}' as authenticator
      from ${ownRows('ledger.event')} e
      where position = any(${positions}::bigint[])
        and type in ('ApprovalGiven', 'ApprovalRejected', 'TrainingCompleted')
        and strpos(canonical, '"passkey":{') > 0 and canonical is json)
    select position from used join ${ownRows('ledger.event')} e on stream = 'user-' || signer
    where position <= ${positions.at(-1)} and type in ('AuthenticatorEnrolled', 'AuthenticatorRevoked')
      and strpos(canonical, authenticator) > 0`.execute(db);
  const all = new Set([...positions, ...rows.map(({ position }) => position)]);
  return [...all].sort((a, b) => Number(a) - Number(b));
}
