import { describe, expect, it } from 'vitest';
import { invalidDate } from '#events/texts.ts';
import { streams } from '#events/streams.ts';
import { becomeEffective } from '#app/documents/commands/become-effective.ts';
import { publishDocument } from '#app/documents/commands/publish.ts';
import { retireDocument } from '#app/documents/commands/retire.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { rescheduleDocument } from '#app/documents/commands/reschedule.ts';
import { publishForm, scheduleForm } from '#app/documents/forms/document-decision.ts';
import { deactivateUser } from '#app/people/commands/activation.ts';
import {
  eventsOf,
  inDays,
  organisation,
  revision,
  rowOf,
  somebody,
  sop,
  trainingOf,
  type Organisation,
} from '#tests/support/organisation.ts';

/** An approved document of the author's. */
async function approved(org: Organisation, docNum: string): Promise<string> {
  const uid = await org.world.create(org.author, { ...sop(docNum), approvers: [org.other] });
  await org.world.sign(org.other, uid);
  return uid;
}

describe('the form of final approval', () => {
  const form = publishForm({ zone: 'Europe/Berlin', now: '2026-03-12T14:05:00.000Z', mayBePast: false });
  const words = (input: object) => form.safeParse(input).error?.issues.map(({ path, message }) => [path[0], message]);
  const departments = ['0b9e3f6e-5f0e-4b8f-9c43-3f0c6f4c1f11'];

  it('reads a date as 00:00 in the organisation’s zone', () => {
    expect(form.parse({ effectiveDate: '04 Apr 2026', departments }).effectiveDate).toBe('2026-04-03T22:00:00.000Z');
  });

  it('reads a day on which the clocks are put forward at midnight as its first moment', () => {
    const cairo = publishForm({ zone: 'Africa/Cairo', now: '2026-03-12T14:05:00.000Z', mayBePast: false });
    const dateOf = (effectiveDate: string) => cairo.parse({ effectiveDate, departments }).effectiveDate;
    expect(dateOf('24 Apr 2026')).toBe('2026-04-23T22:00:00.000Z');
    expect(dateOf('25 Apr 2026')).toBe('2026-04-24T21:00:00.000Z');
  });

  it.each([
    [{ departments }, [['effectiveDate', 'This field is required.']]],
    [{ effectiveDate: 'soon', departments }, [['effectiveDate', invalidDate]]],
    [{ effectiveDate: '12 Mar 2026', departments }, [['effectiveDate', 'Choose a date in the future']]],
    [{ effectiveDate: '04 Apr 2026' }, [['departments', 'This field is required.']]],
  ])('says of %j: %j', (input, expected) => expect(words(input)).toEqual(expected));
});

describe('the form of what is scheduled', () => {
  const scheduledAt = '2026-03-12T16:30:00.000Z';
  const form = scheduleForm({
    zone: 'Pacific/Auckland',
    now: '2026-03-12T14:05:00.000Z',
    mayBePast: false,
    scheduledAt,
    scheduledZone: 'Pacific/Auckland',
  });
  const departments = ['0b9e3f6e-5f0e-4b8f-9c43-3f0c6f4c1f11'];
  const dateOf = (effectiveDate: string) => {
    const { data, error } = form.safeParse({ effectiveDate, departments });
    return data ? data.effectiveDate : error?.issues.map(({ message }) => message).join();
  };

  it.each([
    ['13 Mar 2026', scheduledAt],
    ['2026-03-13', scheduledAt],
    ['14 Mar 2026', '2026-03-13T11:00:00.000Z'],
    ['12 Mar 2026', 'Choose a date in the future'],
    ['', 'This field is required.'],
  ])('takes %j, where the day in the zone is the 13th, as %j', (typed, expected) => {
    expect(dateOf(typed)).toBe(expected);
  });
});

describe('publishing', () => {
  it('schedules the version and assigns its departments in the same append', async () => {
    const org = await organisation();
    const { world, author, employee } = org;
    const uid = await approved(org, '001');
    const effectiveAt = inDays(30);
    await world.publish(uid, ['Quality'], effectiveAt);
    expect(await rowOf(org, uid)).toMatchObject({ status: 'PENDING', effective_at: effectiveAt });
    const training = await trainingOf(org, uid);
    expect(training.map(({ user_uid: user }) => user).sort()).toEqual([author.uid, employee.uid].sort());
    expect(training.map(({ due_at: due }) => due)).toEqual([effectiveAt, effectiveAt]);
  });

  it('refuses people who are no admins, in the specification’s words', async () => {
    const org = await organisation();
    const uid = await approved(org, '002');
    const departments = org.world.uidsOf(['Quality']);
    const result = await org.world.attempt(org.author, publishDocument, {
      document: uid,
      departments,
      effectiveAt: inDays(3),
    });
    expect(result).toMatchObject({ failure: { code: 'publish_requires_admin' } });
  });

  it('refuses a past date, no department, and one of nobody’s', async () => {
    const org = await organisation();
    const { world, admin } = org;
    const document = await approved(org, '003');
    const departments = world.uidsOf(['Quality']);
    const attempt = (input: object) => world.attempt(admin, publishDocument, { document, ...input });
    expect(await attempt({ departments, effectiveAt: inDays(-1) })).toMatchObject({
      failure: { fields: { effectiveDate: ['Choose a date in the future'] } },
    });
    expect(await attempt({ departments: [], effectiveAt: inDays(1) })).toMatchObject({
      failure: { fields: { departments: ['This field is required.'] } },
    });
    expect(await attempt({ departments: [world.ports.newId()], effectiveAt: inDays(1) })).toMatchObject({
      failure: { code: 'department_unknown' },
    });
    expect(await rowOf(org, document)).toMatchObject({ status: 'APPROVED' });
  });

  it('[P11-10f] happens once where two admins publish at once', async () => {
    const org = await organisation();
    const { world, admin } = org;
    const document = await approved(org, '004');
    const input = { document, departments: world.uidsOf(['Quality']), effectiveAt: inDays(10) };
    const results = await Promise.all([
      world.attempt(admin, publishDocument, input),
      world.attempt(admin, publishDocument, input),
    ]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.find(({ ok }) => !ok)).toMatchObject({ failure: { code: 'document_not_in_status' } });
    expect((await eventsOf(org, document)).filter((type) => type === 'DocumentPublished')).toHaveLength(1);
    expect(await trainingOf(org, document)).toHaveLength(2);
  });

  it('assigns nobody where training is waived', async () => {
    const org = await organisation();
    const uid = await approved(org, '005');
    const assignments = async () => (await org.services.ledger.readStream(org.world.org, streams.assignment)).version;
    const before = await assignments();
    await org.world.publish(uid, ['Quality'], inDays(10), { waiveTraining: true });
    expect(await trainingOf(org, uid)).toEqual([]);
    // Nobody is determined where nobody is to train: the waiver is the record.
    expect(await assignments()).toBe(before);
  });

  it('puts what is effective outside the system into force at once, at a date that has passed', async () => {
    const org = await organisation();
    const uid = await org.world.create(org.admin, { ...sop('006'), externallyEffective: true });
    await org.world.publish(uid, ['Quality'], inDays(-40));
    expect(await rowOf(org, uid)).toMatchObject({
      status: 'EFFECTIVE',
      effective_version: '1.0',
      externally_effective: true,
    });
    expect(await trainingOf(org, uid)).toHaveLength(2);
  });
});

describe('[P11-10e] how far training was', () => {
  /** What the events of this type recorded of a document of which `act` made something. */
  const recorded = async (docNum: string, type: string, act: (org: Organisation, uid: string) => Promise<unknown>) => {
    const org = await organisation();
    const uid = await approved(org, docNum);
    await act(org, uid);
    const { events } = await org.services.ledger.readStream(org.world.org, streams.document(uid));
    return events.flatMap((event) => (event.type === type ? event.data.trainingRate : []));
  };
  const retire = ({ world, admin }: Organisation, document: string) =>
    world.act(admin, retireDocument, { document, reason: 'Not needed any more.' });

  it('is recorded of what is scheduled and retired: waived, or signed by one of two', async () => {
    const waived = await recorded('020', 'DocumentRetired', async (org, uid) => {
      await org.world.publish(uid, ['Quality'], inDays(10), { waiveTraining: true });
      await retire(org, uid);
    });
    const half = await recorded('021', 'DocumentRetired', async (org, uid) => {
      await org.world.publish(uid, ['Quality'], inDays(10));
      await org.world.train(org.employee, uid);
      await retire(org, uid);
    });
    expect([waived, half]).toEqual([[100], [50]]);
  });

  it('is recorded of what is scheduled and revised', async () => {
    const rates = await recorded('022', 'DocumentRevised', async (org, uid) => {
      await org.world.publish(uid, ['Quality'], inDays(10));
      for (const person of [org.employee, org.author]) await org.world.train(person, uid);
      await org.world.act(org.author, reviseDocument, await revision(org, uid, org.author, '2.0', [org.other]));
    });
    expect(rates).toEqual([100]);
  });

  it('is recorded when a version becomes effective, and is 100 for departments without people', async () => {
    const into = await recorded('023', 'DocumentBecameEffective', (org, uid) => org.world.publishNow(uid, ['Quality']));
    const empty = await recorded('024', 'DocumentPublished', async (org, uid) => {
      await org.world.department('Archive');
      const gone = await org.world.invite(somebody('Rosalind', 'Teague', 'EMPLOYEE'), ['Archive']);
      await org.world.act(org.admin, deactivateUser, { user: gone.uid });
      await org.world.publish(uid, ['Archive'], inDays(10));
    });
    expect([into, empty]).toEqual([[0], [100]]);
  });
});

describe('changing what was published', () => {
  it('moves the due dates with the effective date of what is scheduled', async () => {
    const org = await organisation();
    const uid = await approved(org, '010');
    await org.world.publish(uid, ['Quality'], inDays(30));
    const effectiveAt = inDays(60);
    await org.world.act(org.admin, rescheduleDocument, { document: uid, effectiveAt });
    expect(await rowOf(org, uid)).toMatchObject({ effective_at: effectiveAt });
    expect((await trainingOf(org, uid)).map(({ due_at: due }) => due)).toEqual([effectiveAt, effectiveAt]);
    const past = await org.world.attempt(org.admin, rescheduleDocument, { document: uid, effectiveAt: inDays(-1) });
    expect(past).toMatchObject({ failure: { fields: { effectiveDate: ['Choose a date in the future'] } } });
  });

  it('assigns the members of added departments and cancels who is covered no longer', async () => {
    const org = await organisation();
    const { world, admin, other } = org;
    const uid = await approved(org, '011');
    await world.publishNow(uid, ['Quality']);
    const change = { document: uid, departments: world.uidsOf(['Laboratory']) };
    await world.act(admin, rescheduleDocument, change);
    const training = await trainingOf(org, uid);
    expect(training.filter(({ status }) => status === 'OPEN').map(({ user_uid: user }) => user)).toEqual([other.uid]);
    expect(training.filter(({ status }) => status === 'CANCELLED').map((row) => row.cancelled_because)).toEqual([
      'department_removed',
      'department_removed',
    ]);
    expect(await world.act(admin, rescheduleDocument, change)).toMatchObject({ document: uid, changed: false });
    expect(await world.attempt(org.author, rescheduleDocument, change)).toMatchObject({
      failure: { code: 'not_allowed' },
    });
  });

  it('keeps the date where both are changed and one of them is refused', async () => {
    const org = await organisation();
    const uid = await approved(org, '012');
    const effectiveAt = inDays(30);
    await org.world.publish(uid, ['Quality'], effectiveAt);
    const result = await org.world.attempt(org.admin, rescheduleDocument, {
      document: uid,
      departments: org.world.uidsOf(['Laboratory']),
      effectiveAt: inDays(-2),
    });
    expect(result.ok).toBe(false);
    expect(await rowOf(org, uid)).toMatchObject({ effective_at: effectiveAt });
    expect((await trainingOf(org, uid)).every(({ status }) => status === 'OPEN')).toBe(true);
    expect(await becomeEffective(org.services, org.world.org, uid)).toEqual({ ok: true, value: 'early' });
  });
});
