import { describe, expect, it } from 'vitest';
import { rescheduleDocument } from '#app/documents/commands/reschedule.ts';
import { becomeEffectiveSweepJob, becomeEffectiveJob } from '#app/documents/jobs/become-effective.ts';
import { eventsOf, inDays, rowOf, sop } from '#tests/support/organisation.ts';
import { organisationWithQueue, until, type OrganisationWithQueue } from '#tests/support/worker-setup.ts';

/** A document of the author's, approved, to be effective so many seconds from now. */
async function scheduled(org: OrganisationWithQueue, docNum: string, seconds: number): Promise<string> {
  const document = await org.world.create(org.author, { ...sop(docNum), approvers: [org.other] });
  await org.world.sign(org.other, document);
  await org.world.publish(document, ['Quality'], inDays(seconds / 86_400));
  return document;
}

const inForce = (org: OrganisationWithQueue, document: string) =>
  until(async () => (await rowOf(org, document))?.status === 'EFFECTIVE');

const times = async (org: OrganisationWithQueue, document: string): Promise<number> =>
  (await eventsOf(org, document)).filter((type) => type === 'DocumentBecameEffective').length;

const waiting = async ({ db }: OrganisationWithQueue): Promise<{ run_at: Date; key: string | null }[]> => {
  const jobs = 'select run_at, key from graphile_worker.jobs where task_identifier = $1 order by run_at';
  return (await db.owner.query<{ run_at: Date; key: string | null }>(jobs, ['become-effective'])).rows;
};

describe('a scheduled version', () => {
  it('becomes effective at its date, once on several nodes', async () => {
    const org = await organisationWithQueue();
    await org.work(2);
    const document = await scheduled(org, '001', 1.5);
    expect(await rowOf(org, document)).toMatchObject({ status: 'PENDING' });
    await inForce(org, document);
    await Promise.all([1, 2, 3].map(() => becomeEffectiveSweepJob.run({}, org.services)));
    await org.untilIdle();
    expect(await times(org, document)).toBe(1);
  });

  it('becomes effective at the start where no server ran at its date', async () => {
    const org = await organisationWithQueue();
    const document = await scheduled(org, '002', 0.5);
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(await rowOf(org, document)).toMatchObject({ status: 'PENDING' });
    await org.work();
    await inForce(org, document);
    expect(await times(org, document)).toBe(1);
  });

  it('becomes effective by the sweep where its job was lost, also with open training', async () => {
    const org = await organisationWithQueue();
    const [late, early] = [await scheduled(org, '003', 0.5), await scheduled(org, '004', 86_400)];
    await org.db.owner.query('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))');
    await new Promise((resolve) => setTimeout(resolve, 700));
    await becomeEffectiveSweepJob.run({}, org.services);
    expect(await rowOf(org, late)).toMatchObject({ status: 'EFFECTIVE', effective_version: '1.0' });
    expect(await rowOf(org, early)).toMatchObject({ status: 'PENDING' });
  });

  it('does not delay other versions where it fails', async () => {
    const org = await organisationWithQueue();
    const [broken, sound] = [await scheduled(org, '006', 0.3), await scheduled(org, '007', 0.5)];
    await org.db.owner.query('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))');
    await new Promise((resolve) => setTimeout(resolve, 700));
    const readStream: typeof org.services.ledger.readStream = (of, stream) =>
      stream.endsWith(broken)
        ? Promise.reject(new Error('It cannot be read.'))
        : org.services.ledger.readStream(of, stream);
    const services = { ...org.services, ledger: { ...org.services.ledger, readStream } };
    await expect(becomeEffectiveSweepJob.run({}, services)).rejects.toThrow('failed');
    expect(await rowOf(org, sound)).toMatchObject({ status: 'EFFECTIVE' });
    expect(await rowOf(org, broken)).toMatchObject({ status: 'PENDING' });
  });

  it('stays scheduled after its date was moved, with one job for the new date', async () => {
    const org = await organisationWithQueue();
    const document = await scheduled(org, '005', 1);
    const later = inDays(30);
    const departments = org.world.uidsOf(['Quality']);
    await org.world.act(org.admin, rescheduleDocument, { document, departments, effectiveAt: later });
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const payload = { org: org.world.org, document };
    await Promise.all([becomeEffectiveJob.run(payload, org.services), becomeEffectiveJob.run(payload, org.services)]);
    expect(await rowOf(org, document)).toMatchObject({ status: 'PENDING', effective_at: later });
    const keyed = (await waiting(org)).filter(({ key }) => key !== null);
    expect(keyed.map(({ run_at: at }) => new Date(at).toISOString())).toEqual([later]);
  });
});
