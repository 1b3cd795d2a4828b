import { expect, it } from 'vitest';
import { confirmAccount } from '#app/sign-in/commands/confirm.ts';
import { deactivateUser } from '#app/people/commands/activation.ts';
import { reactivateUser } from '#app/people/commands/activation.ts';
import { getDocument } from '#app/documents/queries/get-document.ts';
import { startHere } from '#app/home/queries/start-here.ts';
import { ask } from '#app/kit/query/query.ts';
import { readViewer } from '#app/kit/query/read-viewer.ts';
import { approvalWords } from '#app/documents/screens/approvers/approver-lines.tsx';
import { organisation, sop } from '#tests/support/organisation.ts';
import { codeFor, visit } from '#tests/support/visiting.ts';

it('offers to replace a reactivated approver until the account is reconfirmed', async () => {
  const { world, services, admin, author, other } = await organisation();
  const document = await world.create(author, { ...sop('082', 'Cleaning'), approvers: [other] });
  const standing = async () => {
    const person = { org: world.org, user: admin.uid, publicId: '0'.repeat(64) };
    const viewer = await readViewer(services.database.kysely, person);
    if (!viewer) throw new Error('Nobody asks');
    const asking = { ports: services, viewer, now: services.now() };
    const [cards, record] = [await ask(startHere, {}, asking), await ask(getDocument, { document }, asking)];
    if (!cards.ok || !record.ok) throw new Error('Nothing is answered');
    const { stuck } = cards.value;
    return [stuck.cards.map(({ unable }) => unable), record.value.approvals.map((one) => approvalWords(one, 'UTC'))];
  };
  await world.act(admin, deactivateUser, { user: other.uid });
  expect(await standing()).toEqual([['deactivated'], ['Cannot sign any more: another approver is needed']]);
  await world.act(admin, reactivateUser, { user: other.uid });
  expect(await standing()).toEqual([['unconfirmed'], ['Cannot sign before reconfirming the account']]);
  const code = await codeFor(services, other, 'reconfirm');
  await visit(services, confirmAccount, { email: other.email, code, newPassword: 'quarry-lattice-77-moss' });
  expect(await standing()).toEqual([[], ['Has not signed yet']]);
});
