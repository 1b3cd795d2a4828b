import { describe, expect, it, onTestFinished } from 'vitest';
import { sendEmailAgain } from '#app/kit/email/refused/send-again.ts';
import { refusedEmailsAbout, refusedEmailsOfUser, type RefusedEmail } from '#app/kit/email/refused/list.ts';
import { ask } from '#app/kit/query/query.ts';
import { readViewer } from '#app/kit/query/read-viewer.ts';
import { listTeam } from '#app/people/queries/list-team.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { sop } from '#tests/support/organisation.ts';
import { recordedOn } from '#tests/support/visiting.ts';
import { organisationWithQueue, type OrganisationWithQueue } from '#tests/support/worker-setup.ts';
import { smtpPeer } from '#tests/support/smtp-peer.ts';

/** An organisation that sends to a real SMTP server. */
async function withServer() {
  const peer = await smtpPeer();
  onTestFinished(() => peer.close());
  const org = await organisationWithQueue({ SMTP_URL: peer.url, MAIL_FROM: 'quality@northmere.example' });
  await org.work();
  await org.untilIdle();
  peer.received.length = 0;
  return { peer, org };
}

async function asking({ services, world }: OrganisationWithQueue, person: Person) {
  const viewer = await services.database.read(world.org, (db) =>
    readViewer(db, { org: world.org, user: person.uid, publicId: '' }),
  );
  return { ports: services, viewer: viewer!, now: services.now() };
}

const about = async (org: OrganisationWithQueue, by: Person, document: string): Promise<RefusedEmail[]> => {
  const found = await ask(refusedEmailsAbout, { document }, await asking(org, by));
  return found.ok ? found.value : [];
};

const team = { show: 'active', department: null, sort: 'name', order: 'asc', page: 1 } as const;

describe('an email that the receiving server refuses for good', () => {
  it('shows on the profile, on the team list and on its document, with the words of the server', async () => {
    const { peer, org } = await withServer();
    const { world, admin, author, other, employee } = org;
    peer.mood.push({ responseCode: 550, text: '5.1.1 There is no such mailbox here' });
    const document = await world.create(author, { ...sop('081'), approvers: [other] });
    await org.untilIdle();
    const shown = {
      template: 'approval-wanted',
      to: { uid: other.uid, name: 'Marit Solheim' },
      address: other.email,
      refusal: expect.stringContaining('There is no such mailbox here') as string,
      again: 'email',
    };
    expect(await about(org, author, document)).toMatchObject([shown]);
    expect(await about(org, admin, document)).toMatchObject([shown]);
    expect(await about(org, employee, document), 'it is no matter of others').toEqual([]);
    const asked = await asking(org, admin);
    expect(await ask(refusedEmailsOfUser, { user: other.uid }, asked)).toMatchObject({ value: [shown] });
    const listed = await ask(listTeam, team, asked);
    const of = (person: Person) =>
      listed.ok ? listed.value.members.find(({ uid }) => uid === person.uid)?.refusedEmail : undefined;
    expect([of(other), of(author)]).toEqual(['approval-wanted', null]);
  });

  it('is sent again once, by an admin or the owner of its document, which is recorded', async () => {
    const { peer, org } = await withServer();
    const { services, world, author, other, employee } = org;
    peer.mood.push(
      { responseCode: 550, text: '5.1.1 No such user' },
      { responseCode: 552, text: '5.2.2 Mailbox full' },
    );
    const document = await world.create(author, { ...sop('082'), approvers: [other] });
    await org.untilIdle();
    const [first] = await about(org, author, document);
    const send = (by: Person, key = first?.key ?? '') => world.attempt(by, sendEmailAgain, { key });
    expect(await send(employee)).toMatchObject({ failure: { code: 'not_allowed' } });
    expect(await Promise.all([send(author), send(world.admin)])).toContainEqual({
      ok: true,
      value: { user: other.uid },
    });
    expect(await send(author)).toMatchObject({ failure: { code: 'email_sent_again' } });
    await org.untilIdle();
    const [second, ...more] = await about(org, author, document);
    expect(more).toEqual([]);
    expect(second?.refusal).toContain('Mailbox full');
    expect(second?.key).not.toBe(first?.key);
    expect(await send(author, second?.key)).toMatchObject({ ok: true });
    await org.untilIdle();
    expect(await about(org, author, document)).toEqual([]);
    expect(peer.received.map(({ envelope, subject }) => [envelope, subject])).toEqual([
      [[other.email], expect.stringContaining('SOP - QA - 082')],
    ]);
    const recorded = await recordedOn(services, world.org, `emails-${other.uid}`);
    expect(recorded.map(({ type, data }) => [type, data.template, data.documents])).toEqual([
      ['EmailSentAgain', 'approval-wanted', [document]],
      ['EmailSentAgain', 'approval-wanted', [document]],
    ]);
  });
});
