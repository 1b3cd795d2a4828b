import { describe, expect, it } from 'vitest';
import type { Result } from '#events/failures.ts';
import { streams } from '#events/streams.ts';
import { approveDocument } from '#app/approvals/commands/sign.ts';
import { replaceApprover } from '#app/documents/commands/approvers.ts';
import { grantFunction, withdrawFunction } from '#app/people/commands/functions/grant.ts';
import { createFunction } from '#app/people/commands/functions/manage.ts';
import { openFile } from '#app/documents/commands/open-file.ts';
import { defineRoute } from '#app/approval-routes/commands/manage.ts';
import { declareAbsence, endAbsence } from '#app/people/commands/absence.ts';
import { deactivateUser } from '#app/people/commands/activation.ts';
import { editUser } from '#app/people/commands/edit.ts';
import { places } from '#app/documents/forms/document.ts';
import { signatureOf, type Person } from '#app/set-up/demonstration/world.ts';
import { isoDay } from '#app/ui/text/date.ts';
import { beforeAppend, organisation, somebody, sop, type Organisation } from '#tests/support/organisation.ts';

const step = { who: { kind: 'named_by_owner' }, howMany: 'all', days: 5 };
const definition = {
  name: 'Procedures',
  types: [],
  areas: [],
  steps: [
    { ...step, name: 'Review', meaning: 'reviewed' },
    { ...step, name: 'Approval', meaning: 'approved' },
  ],
  separation: 'strict',
  samePerson: false,
};

/** An organisation with a route of two named steps, or of a named step and one of the quality unit. */
async function along(
  more: object = {},
  held: (org: Organisation) => readonly Person[] = () => [],
  howMany: 'all' | 1 = 'all',
) {
  const org = await organisation();
  const { world, admin, services } = org;
  const from = isoDay(services.now(), 'UTC');
  const { function: unit } = await world.act(admin, createFunction, { name: 'Quality unit' });
  // Nobody grants themselves a function.
  const granter = await world.join(somebody('Rosa', 'Lind', 'ADMIN'), ['Quality']);
  const grant = (person: Person) => world.act(granter, grantFunction, { function: unit, user: person.uid, from });
  for (const person of held(org)) await grant(person);
  const ofUnit = {
    ...step,
    name: 'Quality',
    meaning: 'quality_approved',
    howMany,
    who: { kind: 'function', function: { uid: unit, name: 'Quality unit' } },
  };
  const steps = held(org).length > 0 ? [definition.steps[0], ofUnit] : definition.steps;
  await world.act(admin, defineRoute, { definition: { ...definition, steps, ...more } });
  const approvalOf = async (document: string, person: Person) => {
    const row = await services.database.read(world.org, (db) =>
      db
        .selectFrom('read.approval')
        .select('uid')
        .where('document_uid', '=', document)
        .where('user_uid', '=', person.uid)
        .where('status', 'in', ['OPEN', 'WAITING'])
        // OPEN comes first: one person may be asked in a later step, too.
        .orderBy('status')
        .executeTakeFirst(),
    );
    return row?.uid ?? '';
  };
  const sign = async (by: Person, document: string, of: Person = by) => {
    const approval = await approvalOf(document, of);
    await world.act(by, openFile, { document, version: '1.0', kind: 'final', purpose: 'manage' });
    return world.attempt(by, approveDocument, { ...signatureOf(by), approval });
  };
  const away = (person: Person, deputy: Person) =>
    world.act(person, declareAbsence, { user: person.uid, deputy: deputy.uid, from, until: from });
  return { org, unit, from, granter, grant, approvalOf, sign, away };
}

const codeOf = (result: Result<unknown>) => (result.ok ? 'signed' : result.failure.code);

describe('[P11-10f] at the edges of a route', () => {
  it('the people of steps are read by a form and again by its command', () => {
    const sent = ['1.0199A1B2-0000-7000-8000-000000000001'];
    const read = [{ step: 1, user: sent[0]!.slice(2).toLowerCase() }];
    expect(places.parse(places.parse(sent))).toEqual(read);
    expect(places.safeParse(['9.x']).success).toBe(false);
  });

  it('a function that is withdrawn, and an absence that ends, while somebody signs, refuse the signature', async () => {
    const { org, unit, granter, grant, approvalOf, sign, away } = await along({}, ({ admin, other }) => [admin, other]);
    const { world, admin, author, other, services } = org;
    const third = await world.join(somebody('Nadia', 'Haddad', 'AUTHOR'), ['Quality']);
    const document = await world.create(author, { ...sop('001'), approvers: [third] });
    const deputy = await world.join(somebody('Priya', 'Raman', 'AUTHOR'), ['Quality']);
    // Declared after the person was asked. Nobody stands in for the deputy, who may not be away too.
    const { absence } = await away(third, deputy);
    await expect(away(deputy, other)).rejects.toThrow('absence_overlaps');
    expect(codeOf(await sign(other, document, third))).toBe('approval_not_yours');
    const end = () => world.act(third, endAbsence, { user: third.uid, absence });
    expect(codeOf(await beforeAppend(org, end, () => sign(deputy, document, third)))).toBe('approval_not_yours');
    await away(third, deputy);
    // The deputy and the person themselves at the same moment: one signature.
    const both = await Promise.all([sign(deputy, document, third), sign(third, document)]);
    expect(both.map(codeOf).sort()).toEqual(['approval_not_open', 'signed']);
    const withdraw = () => world.act(granter, withdrawFunction, { function: unit, user: other.uid, reason: 'Moved.' });
    // The withdrawal ends the asking, too: a function that is granted again asks nobody in a step that began before.
    expect(codeOf(await beforeAppend(org, withdraw, () => sign(other, document)))).toBe('approval_not_open');
    await grant(other);
    expect(await approvalOf(document, other)).toBe('');
    expect(codeOf(await sign(admin, document))).toBe('signed');
    const { events } = await services.ledger.readStream(world.org, streams.document(document));
    const count = (type: string) => events.filter((one) => one.type === type).length;
    expect([count('ApprovalGiven'), count('StepCompleted'), count('DocumentApproved')]).toEqual([2, 2, 1]);
  });

  it('the last holder of a function leaves to another holder, and an absent one is replaced by one', async () => {
    const { org, unit, grant, approvalOf, sign, away } = await along({}, ({ other }) => [other], 1);
    const { world, admin, author, other, services } = org;
    const second = await world.join(somebody('Nadia', 'Haddad', 'AUTHOR'), ['Quality']);
    const third = await world.join(somebody('Priya', 'Raman', 'AUTHOR'), ['Quality']);
    const document = await world.create(author, { ...sop('001'), approvers: [third] });
    expect(codeOf(await sign(third, document))).toBe('signed');
    const leave = async (holders: object[] = []) => ({
      holders,
      user: other.uid,
      approvers: [{ document, approval: await approvalOf(document, other), user: second.uid }],
      reason: 'Left.',
    });
    const refused = await world.attempt(admin, deactivateUser, await leave());
    expect(JSON.stringify(refused)).toContain('does not hold the function Quality unit');
    // The successor takes over the function in the same act.
    await world.act(admin, deactivateUser, await leave([{ function: unit, user: second.uid }]));
    await away(second, third);
    await grant(admin);
    const approval = await approvalOf(document, second);
    await world.act(admin, replaceApprover, { document, approval, user: admin.uid, reason: 'Away.' });
    const { events } = await services.ledger.readStream(world.org, streams.document(document));
    expect(events.filter(({ type }) => type === 'ApproverReplaced').map(({ data }) => data.because)).toEqual([
      'admin',
      'absence',
    ]);
    expect(codeOf(await sign(admin, document))).toBe('signed');
  });

  it('one person signs twice where the route of three people says so, and a promoted one still signs', async () => {
    const { org, sign } = await along({ samePerson: true, separation: 'owner_not_alone' });
    const { world, admin, author, other, services } = org;
    const document = await world.create(author, {
      ...sop('001'),
      steps: [`1.${other.uid}`, `2.${other.uid}`],
    } as never);
    expect(codeOf(await sign(other, document))).toBe('signed');
    const { firstName, lastName } = other;
    const details = { user: other.uid, firstName, lastName, departments: world.uidsOf(['Laboratory']) };
    await world.act(admin, editUser, { ...details, role: 'EMPLOYEE' });
    await expect(sign(other, document)).rejects.toThrow('not_found');
    await world.act(admin, editUser, { ...details, role: 'ADMIN' });
    expect(codeOf(await sign(other, document))).toBe('signed');
    const { events } = await services.ledger.readStream(world.org, streams.document(document));
    expect(events.find(({ type }) => type === 'DocumentSentForReview')?.data).toMatchObject({
      route: { samePerson: true, separation: 'owner_not_alone' },
    });
    expect(events.at(-1)?.type).toBe('DocumentApproved');
  });
});
