import { describe, expect, it } from 'vitest';
import { retireDocument } from '#app/documents/commands/retire.ts';
import { editUser } from '#app/people/commands/edit.ts';
import { beforeAppend, organisation, sop, trainingOf } from '#tests/support/organisation.ts';

/**
 * A document in force for the Laboratory, and a person of Quality who is to come there: what each act does, and their
 * training.
 */
async function stage() {
  const org = await organisation();
  const { world, admin, author, employee } = org;
  const document = await world.create(author, { ...sop('001'), approvers: [admin] });
  await world.sign(admin, document);
  const publish = () => world.publishNow(document, ['Laboratory']);
  const retire = () => world.act(admin, retireDocument, { document, reason: 'The line was closed.' });
  const { uid, firstName, lastName, role } = employee;
  const departments = world.uidsOf(['Laboratory']);
  const join = () => world.act(admin, editUser, { user: uid, firstName, lastName, role, departments });
  const training = async () =>
    (await trainingOf(org, document)).filter(({ user_uid }) => user_uid === uid).map(({ status }) => status);
  return { org, publish, retire, join, training };
}

describe('a retirement at the moment at which somebody comes to the department [P11-10f]', () => {
  it('that is recorded first leaves them no training to assign', async () => {
    const { org, publish, retire, join, training } = await stage();
    await publish();
    await beforeAppend(org, retire, join);
    expect(await training()).toEqual([]);
  });

  it('that is recorded second takes back what they were assigned', async () => {
    const { org, publish, retire, join, training } = await stage();
    await publish();
    await beforeAppend(org, join, retire);
    expect(await training()).toEqual(['CANCELLED']);
  });

  it('leaves them none either where the document was published while the coming was being decided', async () => {
    const { org, publish, retire, join, training } = await stage();
    const { ledger } = org.services;
    const { streamVersions } = ledger;
    ledger.streamVersions = async (...asked) => {
      ledger.streamVersions = streamVersions;
      await publish();
      return await beforeAppend(org, retire, () => streamVersions(...asked));
    };
    await join();
    expect(await training()).toEqual([]);
  });
});
