import type { Ports } from '#app/ports.ts';

/** The uids of all organisations: a job goes through each in its own transactions, and learns nothing else across them. */
export async function organisations({ database }: Pick<Ports, 'database'>): Promise<string[]> {
  const { rows } = await database.pool.query<{ org_id: string }>('select org_id from ledger.organisations()');
  return rows.map(({ org_id: org }) => org);
}

/**
 * Does the work for each organisation. One that fails does not hold the others up: the failures are thrown together at the end, so
 * that the job is tried again.
 */
export async function forEachOrganisation(
  ports: Pick<Ports, 'database' | 'log'>,
  work: (org: string) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  for (const org of await organisations(ports)) {
    try {
      await work(org);
    } catch (error) {
      ports.log.error({ err: error, org }, 'the work for an organisation failed');
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `The work for ${errors.length} organisations failed.`);
}
