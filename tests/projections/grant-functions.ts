import { randomUUID } from 'node:crypto';
import { streams } from '#events/streams.ts';
import { principalOf } from './document-commands.ts';
import type { History } from './history.ts';

/** A function that one person holds, one that another held, an absence to come and one that was ended. */
export async function grantFunctions(history: History): Promise<void> {
  const [admin, author, other] = history.users();
  const asked = { principal: principalOf(admin!), now: history.now(), today: '2026-03-12' };
  const unit = { uid: randomUUID(), name: 'Quality unit', retired: false };
  const { uid, name } = unit;
  await history.write(streams.function(uid), [
    { type: 'FunctionCreated', data: { function: uid, name: 'Quality' } },
    { type: 'FunctionRenamed', data: { function: uid, old: 'Quality', new: name, reason: null } },
    { type: 'FunctionRetired', data: { function: uid, name, reason: 'By mistake.' } },
    { type: 'FunctionReinstated', data: { function: uid, name, reason: 'It is needed.' } },
  ]);
  for (const { uid: holder } of [author!, other!]) {
    const days = { from: '2026-03-12', until: '2026-12-31', reason: null };
    await history.person(holder, { type: 'GrantFunction', ...asked, function: unit, ...days });
  }
  await history.person(other!.uid, { type: 'WithdrawFunction', ...asked, function: uid, reason: 'Moved.' });
  for (const [from, until] of [
    ['2026-04-01', '2026-04-07'],
    ['2026-05-01', '2026-05-07'],
  ] as const) {
    const absence = randomUUID();
    const days = { absence, from, until, deputy: other!, standsIn: [], reason: 'Ill.' };
    await history.person(author!.uid, { type: 'DeclareAbsence', ...asked, ...days });
    if (from > '2026-05') await history.person(author!.uid, { type: 'EndAbsence', ...asked, absence, reason: 'Well.' });
  }
  const { firstName, lastName, role, departments } = author!;
  const details = { firstName, lastName, role, departments };
  const manager = { uid: admin!.uid, name: admin!.firstName, status: 'ACTIVE' as const };
  const edit = {
    type: 'EditUser' as const,
    ...asked,
    details,
    manager,
    reason: null,
    otherActiveAdmins: 1,
    isLocalAdmin: false,
  };
  await history.person(author!.uid, edit);
}
