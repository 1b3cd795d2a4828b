import type { Ports } from '#app/ports.ts';

/** The uids of all organisations: a job goes through each in its own transactions, and learns nothing else across them. */
export async function organisations({ database }: Pick<Ports, 'database'>): Promise<string[]> {
  const { rows } = await database.pool.query<{ org_id: string }>('select org_id from ledger.organisations()');
  return rows.map(({ org_id: org }) => org);
}

/** Does the work for each organisation, as `inTurn` does. */
export const forEachOrganisation = async (
  ports: Pick<Ports, 'database' | 'log'>,
  work: (org: string) => Promise<void>,
): Promise<void> =>
  inTurn(await organisations(ports), work, (err, org) =>
    ports.log.error({ err, org }, 'the work for an organisation failed'),
  );

/**
 * Does the work for one after the other. One that fails does not hold the others up: the failures are `told`, and thrown together at
 * the end, so that the job is tried again.
 */
export async function inTurn<T>(
  all: readonly T[],
  work: (one: T) => Promise<void>,
  told: (error: unknown, one: T) => void,
): Promise<void> {
  const errors: unknown[] = [];
  for (const one of all) {
    try {
      await work(one);
    } catch (error) {
      told(error, one);
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${all.length} failed.`);
}
