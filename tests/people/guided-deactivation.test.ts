import { describe, expect, it } from 'vitest';
import { deactivateUser } from '#app/people/commands/activation.ts';
import { listResponsibilities } from '#app/people/queries/responsibilities.ts';
import { ask } from '#app/kit/query/query.ts';
import { readViewer } from '#app/kit/query/read-viewer.ts';
import { eventsOf, inDays, organisation, rowOf, sop, type Organisation } from '#tests/support/organisation.ts';
import { recordedOn, shown } from '#tests/support/visiting.ts';

/** The author leaves: owns a document in review and a draft, and is asked to approve another document. */
async function leaving() {
  const org = await organisation();
  const { world, author, other, admin } = org;
  const owned = await world.create(author, { ...sop('001'), approvers: [other] });
  const draft = await world.create(author, { ...sop('002'), send: false });
  const reviewed = await world.create(other, { ...sop('003'), approvers: [author] });
  return { ...org, owned, draft, reviewed, leaves: await responsibilitiesAs(org, admin.uid, author.uid) };
}

async function responsibilitiesAs({ services, world }: Organisation, viewerUid: string, user: string) {
  const viewer = await services.database.read(world.org, (db) =>
    readViewer(db, { org: world.org, user: viewerUid, publicId: '0'.repeat(64) }),
  );
  const answer = await ask(listResponsibilities, { user }, { ports: services, viewer: viewer!, now: services.now() });
  if (!answer.ok) throw new Error(answer.failure.code);
  return answer.value;
}

const statusOf = ({ services, world }: Organisation, uid: string) =>
  services.database.read(world.org, (db) =>
    db.selectFrom('read.user_account').select('status').where('uid', '=', uid).executeTakeFirstOrThrow(),
  );

describe('the deactivation of a person', () => {
  it('lists what the person leaves, and hands it over in the same act', async () => {
    const org = await leaving();
    const { world, admin, author, other, owned, draft, reviewed, leaves } = org;
    expect(leaves.owned.map(({ document, draft }) => [document, draft])).toEqual([
      [owned, false],
      [draft, true],
    ]);
    expect(leaves.approvals.map(({ document }) => document)).toEqual([reviewed]);
    expect(leaves.departments).toEqual([]);
    const [{ approval } = { approval: '' }] = leaves.approvals;
    await world.act(admin, deactivateUser, {
      user: author.uid,
      reason: 'Left the company.',
      owners: [owned, draft].map((document) => ({ document, user: other.uid })),
      approvers: [{ document: reviewed, approval, user: admin.uid }],
    });
    expect([(await rowOf(org, owned))?.owner_uid, (await rowOf(org, draft))?.owner_uid]).toEqual([
      other.uid,
      other.uid,
    ]);
    expect((await eventsOf(org, reviewed)).at(-1)).toBe('ApproverReplaced');
    expect(await statusOf(org, author.uid)).toEqual({ status: 'INACTIVE' });
    expect((await responsibilitiesAs(org, admin.uid, author.uid)).owned).toEqual([]);
  });

  it('does nothing at all where one successor cannot take over', async () => {
    const org = await leaving();
    const { world, admin, author, other, employee, owned, draft } = org;
    for (const wrong of [employee.uid, author.uid, world.org]) {
      const refused = await world.attempt(admin, deactivateUser, {
        user: author.uid,
        owners: [
          { document: owned, user: other.uid },
          { document: draft, user: wrong },
        ],
      });
      expect(Object.keys(shown(refused).failure.fields ?? {})).toEqual([`owner-${draft}`]);
    }
    expect(await statusOf(org, author.uid)).toEqual({ status: 'ACTIVE' });
    expect((await rowOf(org, owned))?.owner_uid).toBe(author.uid);
  });

  it('names a department in which nobody else is left, whom others join with its training', async () => {
    const org = await organisation();
    const { services, world, admin, author, other, employee } = org;
    const document = await world.create(author, { ...sop('004'), approvers: [admin] });
    await world.sign(admin, document);
    await world.publish(document, ['Laboratory'], inDays(30));
    const { departments } = await responsibilitiesAs(org, admin.uid, other.uid);
    expect(departments).toMatchObject([{ name: 'Laboratory' }]);
    const department = departments[0]?.uid ?? '';
    const refused = await world.attempt(admin, deactivateUser, {
      user: other.uid,
      members: [{ department, user: world.org }],
    });
    expect(Object.keys(shown(refused).failure.fields ?? {})).toEqual([`member-${department}`]);
    const members = [employee, author].map(({ uid }) => ({ department, user: uid }));
    await world.act(admin, deactivateUser, { user: other.uid, members, reason: 'Left the company.' });
    const open = await services.database.read(world.org, (db) =>
      db.selectFrom('read.training_record').select('user_uid').where('status', '=', 'OPEN').execute(),
    );
    expect(open.map(({ user_uid: user }) => user).toSorted()).toEqual([employee.uid, author.uid].toSorted());
    expect((await recordedOn(services, world.org, `user-${employee.uid}`)).at(-1)).toMatchObject({
      type: 'UserEdited',
      data: { departmentsAdded: [{ name: 'Laboratory' }], departmentsRemoved: [], reason: 'Left the company.' },
    });
    expect(await statusOf(org, other.uid)).toEqual({ status: 'INACTIVE' });
  });
});
