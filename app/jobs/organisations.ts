import type { Ports } from '#app/ports.ts';

/** The uids of all organisations; a job works on each in transactions of its own. */
export async function organisations({ database }: Pick<Ports, 'database'>): Promise<string[]> {
  const { rows } = await database.pool.query<{ org_id: string }>('select org_id from ledger.organisations()');
  return rows.map(({ org_id: org }) => org);
}

/** Works on each organisation, as `forEachInTurn` does. */
export const forEachOrganisation = async (
  ports: Pick<Ports, 'database' | 'log'>,
  work: (org: string) => Promise<void>,
): Promise<void> =>
  forEachInTurn(await organisations(ports), work, (err, org) =>
    ports.log.error({ err, org }, 'job.organisation_failed'),
  );

/** Works on one item after the other. Failures do not stop the others; they are thrown together at the end. */
export async function forEachInTurn<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  onError: (error: unknown, item: T) => void,
): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      onError(error, item);
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${items.length} failed.`);
}
