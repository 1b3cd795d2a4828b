import { describe, expect, it } from 'vitest';
import { approveDocument } from '#app/approvals/commands/sign.ts';
import { removeApprover } from '#app/documents/commands/approvers.ts';
import { makeComment, resolveComment } from '#app/documents/commands/comment.ts';
import { openFile } from '#app/documents/commands/open-file.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { commentsOfVersion, getComment } from '#app/documents/queries/comments.ts';
import { changeSettings } from '#app/organisation/commands/change-settings.ts';
import { signatureOf, type Person } from '#app/set-up/demonstration/world.ts';
import { defaultSettings } from '#events/organisation/events.ts';
import { organisation, revision, sop, somebody, type Organisation } from '#tests/support/organisation.ts';
import { answer } from '#tests/support/asking.ts';

const approvalOf = async ({ services, world }: Organisation, { uid }: Person) => {
  const row = await services.database.read(world.org, (db) =>
    db
      .selectFrom('read.approval')
      .select('uid')
      .where('user_uid', '=', uid)
      .where('status', '=', 'OPEN')
      .executeTakeFirstOrThrow(),
  );
  return row.uid;
};

/** Version 2.0 in review by the admin and `third`; on 1.0, which was rejected, `other` said what must be fixed. */
async function revised() {
  const org = await organisation();
  const { world, author, other, admin } = org;
  const third = await world.join(somebody('Priya', 'Raman', 'AUTHOR'), ['Quality']);
  const settings = { ...defaultSettings, commentsBlock: true };
  await world.act(admin, changeSettings, { name: world.name, settings, reason: 'The inspection of May.' });
  const document = await world.create(author, { ...sop('001'), approvers: [other] });
  const said = { document, version: '1.0', page: 1, text: 'The limit is wrong.', mustFix: true };
  const { comment } = await world.act(other, makeComment, said);
  await world.sign(other, document, 'See the comment.');
  await world.act(author, reviseDocument, await revision(org, document, author, '2.0', [admin, third]));
  const sign = async (person: Person) => {
    await world.act(person, openFile, { document, version: '2.0', kind: 'final', purpose: 'approval' });
    return world.attempt(person, approveDocument, { ...signatureOf(person), approval: await approvalOf(org, person) });
  };
  return { ...org, third, document, comment, sign };
}

describe('[ISO13485-424a] what must be fixed belongs to the document until it is resolved', () => {
  it('by revision: it blocks the later version, and its approver resolves it', async () => {
    const { world, admin, third, comment, sign } = await revised();
    expect(await sign(admin)).toMatchObject({
      failure: { code: 'comment_open', detail: expect.stringContaining('page 1 of version 1.0, from Marit Solheim') },
    });
    await world.act(third, resolveComment, { comment, how: 'The limit is right in 2.0.' });
    expect(await sign(admin)).toMatchObject({ ok: true });
  });

  it('by screen and call: the approver of the later version sees it, and that they may resolve it', async () => {
    const org = await revised();
    const { third, document, comment } = org;
    const shown = await answer(org, third, commentsOfVersion, { document, version: '2.0' });
    expect(shown).toMatchObject({ comments: [], carried: [{ uid: comment, version: '1.0' }], mayComment: true });
    expect(await answer(org, third, getComment, { comment })).toMatchObject({ version: '1.0', reviewed: '2.0' });
  });

  it('by revision: who approved only the earlier version resolves it no more', async () => {
    const { world, other, comment } = await revised();
    const attempt = await world.attempt(other, resolveComment, { comment, how: 'It is right.' });
    expect(attempt).toMatchObject({ failure: { code: 'not_allowed' } });
  });

  it('by call: nobody completes the approval over it by taking the last approver out', async () => {
    const org = await revised();
    const { world, admin, third, document, comment, sign } = org;
    await world.act(third, resolveComment, { comment, how: 'The limit is right in 2.0.' });
    expect(await sign(admin)).toMatchObject({ ok: true });
    const again = { document, version: '2.0', page: 1, text: 'Another limit.', mustFix: true };
    await world.act(third, makeComment, again);
    const approval = await approvalOf(org, third);
    const removed = await world.attempt(admin, removeApprover, { document, approval, reason: 'Away.' });
    expect(removed).toMatchObject({ ok: false });
  });
});
