import { demonstrationProgress, demonstrationUid, organisationPurpose } from '#app/kit/job/demonstration-progress.ts';
import type { Ports } from '#app/kit/ports.ts';

/** The uids of all organisations; a job works on each in transactions of its own. */
export async function organisations({ database }: Pick<Ports, 'database'>): Promise<string[]> {
  const { rows } = await database.pool.query<{ org_id: string }>('select org_id from ledger.organisations()');
  return rows.map(({ org_id: org }) => org);
}

/**
 * Works on each organisation, as `forEachInTurn` does. Not on a demonstration that is being loaded: an event of the
 * present would end its simulated past.
 */
export async function forEachOrganisation(
  ports: Pick<Ports, 'database' | 'log' | 'ledger' | 'config'>,
  work: (org: string) => Promise<void>,
): Promise<void> {
  const isLoading = (await demonstrationProgress(ports)) === 'incomplete';
  const left = isLoading ? demonstrationUid(ports, organisationPurpose) : null;
  const all = await organisations(ports);
  await forEachInTurn(
    all.filter((org) => org !== left),
    work,
    (err, org) => ports.log.error({ err, org }, 'job.organisation_failed'),
  );
}

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
