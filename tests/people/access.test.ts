import { describe, expect, it } from 'vitest';
import { presets } from '#events/organisation/controls.ts';
import { defaultSettings, type OrganisationSettings } from '#events/organisation/events.ts';
import { openFile } from '#app/documents/commands/open-file.ts';
import { approveDocument } from '#app/approvals/commands/sign.ts';
import { changeSettings } from '#app/organisation/commands/change-settings.ts';
import { checkPassword } from '#app/sign-in/commands/check-password.ts';
import { confirmAccount } from '#app/sign-in/commands/confirm.ts';
import { confirmEmail } from '#app/sign-in/commands/confirm-email.ts';
import { resetPassword } from '#app/sign-in/commands/reset-password.ts';
import { signIn } from '#app/sign-in/commands/sign-in.ts';
import { cancelEmailChange } from '#app/people/commands/cancel-email-change.ts';
import { changeEmail } from '#app/people/commands/change-email.ts';
import { inviteUser } from '#app/people/commands/invite.ts';
import { resendInvitation } from '#app/people/commands/resend-invitation.ts';
import { unlockUser } from '#app/people/commands/unlock.ts';
import { signatureOf, type Person } from '#app/set-up/demonstration/world.ts';
import { getMember } from '#app/people/queries/get-member.ts';
import { listTeam } from '#app/people/queries/list-team.ts';
import { ask } from '#app/kit/query/query.ts';
import { readViewer } from '#app/kit/query/read-viewer.ts';
import { organisation, somebody, sop, type Organisation } from '#tests/support/organisation.ts';
import { codeFor, recordedOn, shown, visit } from '#tests/support/visiting.ts';

const set = ({ world }: Organisation, settings: Partial<OrganisationSettings>) =>
  world.act(world.admin, changeSettings, {
    name: world.name,
    settings: { ...defaultSettings, ...settings },
    reason: 'The inspection of May.',
  });

const enter = ({ services }: Organisation, person: Person, password = person.password, email = person.email) =>
  visit(services, signIn('screen', 'vitest'), { email, password });

async function lockOut(org: Organisation, person: Person): Promise<void> {
  for (let count = 0; count < 5; count++) await enter(org, person, 'not-the-password-1');
}

async function viewerOf({ services, world, admin }: Organisation) {
  const viewer = await services.database.read(world.org, (db) =>
    readViewer(db, { org: world.org, user: admin.uid, publicId: '' }),
  );
  return { ports: services, viewer: viewer!, now: services.now() };
}

async function lockShown(org: Organisation, person: Person) {
  const asking = await viewerOf(org);
  const [member, team] = [
    await ask(getMember, { user: person.uid }, asking),
    await ask(listTeam, { show: 'active', department: null, sort: 'name', order: 'asc', page: 1 }, asking),
  ];
  if (!member.ok || !team.ok) throw new Error('refused');
  return { profile: member.value.lock, list: team.value.members.find(({ uid }) => uid === person.uid)?.lock };
}

describe('unlocking an account [P11-300d4] [A11-12b]', () => {
  it('ends the lockout at once, is recorded with its reason, and shows on profile and list before', async () => {
    const org = await organisation();
    const { world, admin, author } = org;
    await lockOut(org, author);
    expect(shown(await enter(org, author)).status).toBe(429);
    const { profile, list } = await lockShown(org, author);
    expect(Date.parse(profile?.until ?? '')).toBeGreaterThan(Date.now());
    expect(list).toEqual(profile);
    await world.act(admin, unlockUser, { user: author.uid, reason: ' She called. ' });
    expect(await lockShown(org, author)).toEqual({ profile: null, list: null });
    expect(await enter(org, author)).toMatchObject({ ok: true });
    const access = await recordedOn(org.services, world.org, `access-${author.uid}`);
    expect(access).toContainEqual(
      expect.objectContaining({ type: 'AccountUnlocked', data: { user: author.uid, reason: 'She called.' } }),
    );
    expect(access.filter(({ type }) => type === 'UserLockedOut')).toHaveLength(1);
  });

  it('is for admins, for another’s account, and for one that is locked', async () => {
    const org = await organisation();
    const { world, admin, author, other } = org;
    const failure = async (by: Person, user: string) => {
      const result = await world.attempt(by, unlockUser, { user });
      return result.ok ? null : result.failure.code;
    };
    expect(await failure(admin, author.uid)).toBe('account_not_locked');
    await lockOut(org, author);
    expect(await failure(other, author.uid)).toBe('not_allowed');
    await lockOut(org, admin);
    expect(await failure(admin, admin.uid)).toBe('not_allowed');
    expect(await failure(admin, org.services.newId())).toBe('not_found');
  });

  it('alone ends a lock where the setting says so: neither time nor a mailbox code does', async () => {
    const org = await organisation();
    const { services, world, admin, author } = org;
    await set(org, { controls: { ...presets.standard.controls, unlockByAdmin: true } });
    services.clock.now = new Date().toISOString();
    await lockOut(org, author);
    expect(await lockShown(org, author)).toEqual({ profile: { until: null }, list: { until: null } });
    services.clock.now = new Date(Date.now() + 40 * 60_000).toISOString();
    expect(shown(await enter(org, author)).failure.code).toBe('attempts_exceeded');

    const newPassword = 'quarry-lattice-77-moss';
    const code = await codeFor(services, author, 'reset');
    const reset = await visit(services, resetPassword('screen', null), { email: author.email, code, newPassword });
    expect(shown(reset)).toMatchObject({
      status: 429,
      failure: {
        code: 'account_locked_until_unlocked',
        detail: 'Your password was changed. Your account stays locked until an admin unlocks it.',
      },
    });
    expect(shown(await enter(org, author, newPassword)).failure.code).toBe('attempts_exceeded');
    expect(await lockShown(org, author)).toMatchObject({ profile: { until: null } });

    const mistyped = () =>
      world.attempt(org.employee, checkPassword, { email: org.employee.email, password: 'not-it-either-1' });
    for (let count = 0; count < 4; count++) await mistyped();
    expect(await mistyped(), 'in a session').toMatchObject({ failure: { code: 'account_locked_until_unlocked' } });

    await world.act(admin, unlockUser, { user: author.uid });
    expect(await enter(org, author, newPassword)).toMatchObject({ ok: true });
  });

  it('locks an unknown address as long as a known one, so that nobody can distinguish them', async () => {
    const org = await organisation();
    const settings = { ...defaultSettings, controls: { ...presets.standard.controls, unlockByAdmin: true } };
    const { attempts } = org.services.identity;
    const now = '2026-03-12T14:05:00.000Z';
    const lockout = { ...settings.lockout, untilUnlocked: true };
    const tried = { email: 'nobody@nowhere.example' };
    for (let count = 0; count < 5; count++)
      await attempts.failed({ tried, place: 'sign_in', address: null, now, lockout });
    expect(await attempts.lockOf(tried, '2027-03-12T14:05:00.000Z')).toEqual({ until: null });
    await attempts.unlock(tried);
  });
});

describe('a stranger who tries somebody’s password', () => {
  it('does not stop that person from signing in an open session, and the person’s own tries count there', async () => {
    const org = await organisation();
    const { world, admin, author } = org;
    const document = await world.create(author, { ...sop('070'), approvers: [admin] });
    const rows = await org.services.database.read(world.org, (db) =>
      db.selectFrom('read.approval').select('uid').where('document_uid', '=', document).execute(),
    );
    const form = { ...signatureOf(admin), approval: rows[0]?.uid };
    await world.act(admin, openFile, { document, version: '1.0', kind: 'final', purpose: 'approval' });
    await lockOut(org, admin);
    expect(shown(await enter(org, admin)).status).toBe(429);
    expect(await world.attempt(admin, approveDocument, { ...form, password: 'not-it-either-1' })).toMatchObject({
      failure: { code: 'signature_credentials_wrong' },
    });
    expect(await world.attempt(admin, approveDocument, form)).toMatchObject({ ok: true });
  });
});

describe('resending an invitation', () => {
  it('sends a new code that is valid as long as the settings say; the code before stops working', async () => {
    const org = await organisation();
    const { services, world, admin } = org;
    await set(org, { invitationDays: 5 });
    const invited = await world.invite(somebody('Luca', 'Ferrante', 'EMPLOYEE'), ['Quality']);
    const before = await codeFor(services, invited, 'confirm');
    await world.act(admin, resendInvitation, { user: invited.uid });
    const stream = await recordedOn(services, world.org, `user-${invited.uid}`);
    const [arrival, resent] = [stream[0], stream.at(-1)];
    expect(resent).toMatchObject({ type: 'VerificationCodeIssued', data: { purpose: 'confirm' } });
    for (const expiry of [arrival?.data.codeExpiresAt, resent?.data.expiresAt])
      expect((Date.parse(expiry as string) - Date.now()) / 86_400_000).toBeCloseTo(5, 1);
    const code = await codeFor(services, invited, 'confirm');
    const attempt = (typed: string) =>
      visit(services, confirmAccount, { email: invited.email, code: typed, newPassword: invited.password });
    expect(shown(await attempt(before)).failure.code).toBe('code_wrong');
    expect(await attempt(code)).toMatchObject({ ok: true });
    expect(await world.attempt(admin, resendInvitation, { user: invited.uid })).toMatchObject({
      failure: { code: 'user_not_in_status' },
    });
  });
});

describe('changing an email address', () => {
  const wanted = () => `${Math.random().toString(36).slice(2)}@northmere.example`;
  const ofUser = async ({ services, world }: Organisation, user: string) =>
    (await recordedOn(services, world.org, `user-${user}`)).map(({ type, data }) => [type, data] as const);

  it('counts once the code that was sent to the new address is entered, and voids the codes before', async () => {
    const org = await organisation();
    const { services, world, admin, author } = org;
    const email = wanted();
    await world.act(admin, changeEmail, { user: author.uid, email: ` ${email.toUpperCase()} `, reason: 'Married.' });
    expect((await ofUser(org, author.uid)).at(-1)).toMatchObject([
      'EmailChangeRequested',
      { old: author.email, new: email, reason: 'Married.' },
    ]);
    expect(shown(await enter(org, author, author.password, email)).failure.code).toBe('credentials_wrong');
    const resetCode = await codeFor(services, author, 'reset');
    const code = await codeFor(services, author, 'change-email');
    expect(shown(await visit(services, confirmEmail, { email, code: 'AAAA-AAAA' })).failure.code).toBe('code_wrong');
    expect(await enter(org, author)).toMatchObject({ ok: true });
    expect(await visit(services, confirmEmail, { email, code })).toMatchObject({ ok: true });
    expect(await visit(services, confirmEmail, { email, code }), 'the form sent twice').toMatchObject({ ok: true });
    const changed = (await ofUser(org, author.uid)).filter(([type]) => type === 'EmailChanged');
    expect(changed).toEqual([['EmailChanged', { user: author.uid, old: author.email, new: email }]]);
    expect(await enter(org, author, author.password, email)).toMatchObject({ ok: true });
    expect(shown(await enter(org, author)).failure.code).toBe('credentials_wrong');
    const newPassword = 'quarry-lattice-77-moss';
    const reset = await visit(services, resetPassword('screen', null), { email, code: resetCode, newPassword });
    expect(shown(reset).failure.code, 'the mailbox before has this code').toBe('code_wrong');
  });

  it('refuses an address in use without saying where, also one that was taken meanwhile', async () => {
    const org = await organisation();
    const abroad = await organisation({ db: org.db });
    const { services, world, admin, author } = org;
    const request = (email: string) => world.attempt(admin, changeEmail, { user: author.uid, email });
    expect(shown(await request(abroad.employee.email))).toMatchObject({
      status: 409,
      failure: { code: 'email_in_use' },
    });
    expect(shown(await request(author.email)).failure.fields).toEqual({ email: ['This is the present address.'] });
    const email = wanted();
    await world.act(admin, changeEmail, { user: author.uid, email });
    await abroad.world.act(abroad.admin, inviteUser, {
      firstName: 'Ada',
      lastName: 'Byron',
      email,
      role: 'EMPLOYEE',
      departments: abroad.world.uidsOf(['Quality']),
    });
    const code = await codeFor(services, author, 'change-email');
    expect(shown(await visit(services, confirmEmail, { email, code })).failure.code).toBe('email_in_use');
  });

  it('sends an invited person the invitation at the new address', async () => {
    const org = await organisation();
    const { services, world, admin } = org;
    const invited = await world.invite(somebody('Luca', 'Ferrante', 'EMPLOYEE'), ['Quality']);
    const email = wanted();
    await world.act(admin, changeEmail, { user: invited.uid, email });
    const code = await codeFor(services, invited, 'change-email');
    await visit(services, confirmEmail, { email, code });
    expect((await ofUser(org, invited.uid)).slice(-2).map(([type]) => type)).toEqual([
      'EmailChanged',
      'VerificationCodeIssued',
    ]);
  });

  it('is given up by the person or an admin, and then the code says so and voids no other', async () => {
    const org = await organisation();
    const { services, world, admin, author, employee } = org;
    const email = wanted();
    const user = author.uid;
    await world.act(admin, changeEmail, { user, email });
    const code = await codeFor(services, author, 'change-email');
    const resetCode = await codeFor(services, author, 'reset');
    expect(shown(await world.attempt(employee, cancelEmailChange, { user })).failure.code).toBe('not_allowed');
    await world.act(author, cancelEmailChange, { user, reason: 'Not mine.' });
    expect((await ofUser(org, user)).at(-1)).toEqual([
      'EmailChangeCancelled',
      { user, old: author.email, new: email, reason: 'Not mine.' },
    ]);
    expect(shown(await world.attempt(admin, cancelEmailChange, { user })).failure.code).toBe('email_not_changing');
    expect(shown(await visit(services, confirmEmail, { email, code }))).toMatchObject({
      status: 410,
      failure: { code: 'email_change_cancelled' },
    });
    expect(shown(await visit(services, confirmEmail, { email, code: 'AAAA-AAAA' })).failure.code).toBe('code_wrong');
    const newPassword = 'quarry-lattice-77-moss';
    expect(
      await visit(services, resetPassword('screen', null), { email: author.email, code: resetCode, newPassword }),
    ).toMatchObject({ ok: true });
    await world.act(admin, changeEmail, { user, email });
    await world.act(admin, cancelEmailChange, { user });
  });

  it('keeps a lock of the account', async () => {
    const org = await organisation();
    const { services, world, admin, author } = org;
    const email = wanted();
    await world.act(admin, changeEmail, { user: author.uid, email });
    await lockOut(org, author);
    await visit(services, confirmEmail, { email, code: await codeFor(services, author, 'change-email') });
    expect(shown(await enter(org, author, author.password, email)).status).toBe(429);
  });
});
