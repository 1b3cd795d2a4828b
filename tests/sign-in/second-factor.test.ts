import { generateSync } from 'otplib';
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '#events/organisation/events.ts';
import type { SecondFactor } from '#events/organisation/second-factor.ts';
import { approveDocument } from '#app/approvals/commands/sign.ts';
import { enrolApp, enrolAtSignIn, pendingApp, removeApp } from '#app/sign-in/commands/authenticator-app.ts';
import { completeSignIn, enrolledApp } from '#app/sign-in/commands/second-factor.ts';
import { signIn } from '#app/sign-in/commands/sign-in.ts';
import { changeSettings } from '#app/organisation/commands/change-settings.ts';
import { openFile } from '#app/documents/commands/open-file.ts';
import { streamMethods } from '#app/reports/queries/methods.ts';
import { resetFactor } from '#app/people/commands/reset-factor.ts';
import { execute } from '#app/kit/command/command.ts';
import { actorOf } from '#app/kit/session/session.ts';
import { viewerOfVisit } from '#app/kit/query/read-viewer.ts';
import { signatureOf, type Person } from '#app/set-up/demonstration/world.ts';
import { testServices } from '#tests/support/services.ts';
import { eventsOf, organisation, sop, type Organisation } from '#tests/support/organisation.ts';
import { approveWithPasskey, enrolledPasskey } from '#tests/support/passkey/enrolled-passkey.ts';
import { reportRows } from '#tests/support/report-rows.ts';
import { recordedOn, visit } from '#tests/support/visiting.ts';

const begin = Date.now();
/** So many seconds after the beginning: a whole step of 30 seconds, so that a code's neighbours are known. */
const later = (seconds: number) => new Date(begin - (begin % 30_000) + seconds * 1000).toISOString();

const ask = ({ world, admin }: Organisation, secondFactor: SecondFactor) =>
  world.act(admin, changeSettings, {
    name: 'Northmere Diagnostics',
    settings: { ...defaultSettings, secondFactor },
    reason: 'A new procedure.',
  });

/** The secret of an app that a person has set up. */
async function enrolled({ services, world }: Organisation, person: Person): Promise<string> {
  services.clock.now = later(0);
  const { secret } = await pendingApp({ ports: services, now: later(0), org: world.org }, person.uid);
  const code = codeAt(secret, 0);
  const { codes } = await world.act(person, enrolApp, { currentPassword: person.password, code });
  expect(codes).toHaveLength(10);
  return secret;
}

const codeAt = (secret: string, seconds: number) =>
  generateSync({ secret, epoch: Math.floor(Date.parse(later(seconds)) / 1000) });

const challengeOf = async ({ services }: Organisation, { email, password }: Person, wanted: string) => {
  const answer = await visit(services, signIn('screen', null), { email, password });
  expect(answer).toMatchObject({ ok: false, failure: { code: wanted } });
  const { challenge = '' } = (answer.ok ? null : answer.failure.facts) ?? {};
  return `${challenge}`;
};

const complete = ({ services }: Organisation, challenge: string, code: string) =>
  visit(services, completeSignIn('screen', null), { challenge, code });

const accessOf = async ({ services, world }: Organisation, { uid }: Person) =>
  (await recordedOn(services, world.org, `access-${uid}`)).map(({ type, data }) => ({ type, reason: null, ...data }));

describe('[A11d-11] a sign-in with a second factor', () => {
  it('[P11-300e2] takes a code of the step before, now or after once, and no other', async () => {
    const org = await organisation();
    const { author, services } = org;
    const secret = await enrolled(org, author);
    services.clock.now = later(120);
    const challenge = await challengeOf(org, author, 'second_factor_required');
    for (const seconds of [60, 180, 0])
      expect(await complete(org, challenge, codeAt(secret, seconds))).toMatchObject({
        failure: { code: 'one_time_code_wrong' },
      });
    expect(await complete(org, challenge, codeAt(secret, 150))).toMatchObject({ ok: true });
    // The challenge is used, and so is every step up to that code.
    expect(await complete(org, challenge, codeAt(secret, 120))).toMatchObject({
      failure: { code: 'second_factor_expired' },
    });
    const next = await challengeOf(org, author, 'second_factor_required');
    expect(await complete(org, next, codeAt(secret, 120))).toMatchObject({ failure: { code: 'one_time_code_wrong' } });
    const recorded = await accessOf(org, author);
    expect(recorded.filter(({ reason }) => reason === 'wrong_code')).toHaveLength(4);
    expect(recorded).toContainEqual(expect.objectContaining({ type: 'UserSignedIn', method: 'password_and_code' }));
    services.clock.now = later(120 + 601);
    expect(await complete(org, next, codeAt(secret, 721))).toMatchObject({
      failure: { code: 'second_factor_expired' },
    });
  });

  it('locks the account after five wrong codes, whatever right passwords come between', async () => {
    const org = await organisation();
    const { author } = org;
    await enrolled(org, author);
    for (const _ of [1, 2, 3, 4]) {
      const challenge = await challengeOf(org, author, 'second_factor_required');
      expect(await complete(org, challenge, '000000')).toMatchObject({ failure: { code: 'one_time_code_wrong' } });
    }
    const challenge = await challengeOf(org, author, 'second_factor_required');
    expect(await complete(org, challenge, '000000')).toMatchObject({ failure: { code: 'attempts_exceeded' } });
    expect((await accessOf(org, author)).at(-1)).toMatchObject({ type: 'UserLockedOut', tries: 'sign_in' });
  });

  it('accepts a code in one of two processes', async () => {
    const org = await organisation();
    const { world, author } = org;
    const secret = await enrolled(org, author);
    const other = await testServices({ db: org.db });
    const uid = (await enrolledApp({ ports: org.services, org: world.org }, author.uid)) ?? '';
    const app = { org: world.org, user: author.uid, uid };
    const typed = { code: codeAt(secret, 60), now: later(60) };
    const answers = await Promise.all(
      [org.services, other, org.services, other].map(({ identity }) => identity.secondFactors.useCode(app, typed)),
    );
    expect(answers.filter(Boolean)).toHaveLength(1);
  });

  it('takes each recovery code once', async () => {
    const org = await organisation();
    const { world, author, services } = org;
    await enrolled(org, author);
    const codes = await services.identity.secondFactors.issueRecoveryCodes({ org: world.org, user: author.uid });
    const enter = async () => complete(org, await challengeOf(org, author, 'second_factor_required'), codes[0]!);
    expect(await enter()).toMatchObject({ ok: true });
    expect(await enter()).toMatchObject({ failure: { code: 'one_time_code_wrong' } });
    expect(await accessOf(org, author)).toContainEqual(
      expect.objectContaining({ type: 'UserSignedIn', method: 'password_and_recovery_code' }),
    );
  });

  it('[P11-300e1] is set up, and tested, before the first session where the organisation asks for it', async () => {
    const org = await organisation();
    const { world, author, employee, services } = org;
    await ask(org, 'sign_in');
    services.clock.now = later(0);
    const challenge = await challengeOf(org, author, 'second_factor_missing');
    expect(await complete(org, challenge, '000000')).toMatchObject({ failure: { code: 'second_factor_expired' } });
    const { secret } = await pendingApp({ ports: services, now: later(0), org: world.org }, author.uid);
    const sent = { challenge, code: codeAt(secret, 0) };
    const entered = await visit(services, enrolAtSignIn('vitest'), sent);
    expect(entered).toMatchObject({ ok: true, value: { codes: { length: 10 } } });
    expect(await visit(services, enrolAtSignIn('vitest'), sent)).toMatchObject({
      failure: { code: 'second_factor_expired' },
    });
    // A challenge opens its own person's account alone.
    const theirs = await challengeOf(org, employee, 'second_factor_missing');
    expect(await visit(services, enrolAtSignIn(null), { ...sent, challenge: theirs })).toMatchObject({ ok: false });
    expect(await world.attempt(author, removeApp, { currentPassword: author.password })).toMatchObject({
      failure: { code: 'not_allowed' },
    });
  });
});

describe('[A11d-11] a reset second factor', () => {
  it('ends the sessions, and neither its codes nor its recovery codes work again', async () => {
    const org = await organisation({ preset: 'regulated' });
    const { world, admin, author, services } = org;
    const secret = await enrolled(org, author);
    services.clock.now = later(60);
    const challenge = await challengeOf(org, author, 'second_factor_required');
    expect(await complete(org, challenge, codeAt(secret, 60))).toMatchObject({ ok: true });
    expect(await world.attempt(admin, resetFactor, { user: author.uid, reason: '' })).toMatchObject({
      failure: { code: 'invalid_input' },
    });
    await world.act(admin, resetFactor, { user: author.uid, reason: 'The phone was lost.' });
    expect((await accessOf(org, author)).at(-1)).toMatchObject({ type: 'SessionsEnded', because: 'factor_reset' });
    const left = await services.database.tenant(world.org, (trx) =>
      trx.selectFrom('identity.totp').select('uid').where('user_uid', '=', author.uid).execute(),
    );
    expect(left).toEqual([]);
    expect(await visit(services, signIn('screen', null), author)).toMatchObject({ ok: true });
  });
});

it('[P11-200a2] [A11d-11] a signature has the code where the settings ask for it; its secret is nowhere', async () => {
  const org = await organisation();
  const { world, admin, other, services } = org;
  const document = await world.create(org.author, { ...sop('031'), approvers: [admin, other] });
  const rows = await services.database.read(world.org, (db) =>
    db.selectFrom('read.approval').select(['uid', 'user_uid']).where('document_uid', '=', document).execute(),
  );
  const secret = await enrolled(org, admin);
  await ask(org, 'sign_in_and_signing');
  const attempt = async (person: Person, code?: string) => {
    await world.act(person, openFile, { document, version: '1.0', kind: 'final', purpose: 'approval' });
    const approval = rows.find(({ user_uid }) => user_uid === person.uid)?.uid;
    return world.attempt(person, approveDocument, { ...signatureOf(person), approval, code });
  };
  services.clock.now = later(60);
  const before = await services.database.read(world.org, (_, position) => position());
  expect(await attempt(other)).toMatchObject({ failure: { code: 'second_factor_missing' } });
  expect(await attempt(admin)).toMatchObject({ failure: { code: 'second_factor_required' } });
  expect(await attempt(admin, '000000')).toMatchObject({ failure: { code: 'one_time_code_wrong' } });
  expect((await accessOf(org, admin)).at(-1)).toMatchObject({
    type: 'SignatureCredentialRefused',
    reason: 'wrong_code',
  });
  expect(await attempt(admin, codeAt(secret, 60))).toMatchObject({ ok: true });
  expect(await eventsOf(org, document)).toContain('ApprovalGiven');
  // A passkey stands in for the code.
  const approval = rows.find(({ user_uid }) => user_uid === other.uid)!.uid;
  await approveWithPasskey(world, other, { approval, passkey: await enrolledPasskey(world, other) });
  const signed = (await recordedOn(services, world.org, `document-${document}`)).find(
    ({ type }) => type === 'ApprovalGiven',
  );
  expect(signed?.data.signature).toMatchObject({
    credential: { method: 'email, password and one-time code', authenticator: expect.any(String) },
  });
  const counted = await reportRows(org, (source) => streamMethods(source, 'signatures-by-assurance', {}));
  expect(counted.map(({ uses }) => uses)).toEqual(
    expect.arrayContaining([{ 'email, password and one-time code': 1 }, { 'email, password and passkey': 1 }]),
  );
  expect(await reportRows(org, (source) => streamMethods(source, 'signatures-by-assurance', {}), before)).toEqual([]);
  // In no event, and not as it is in the database.
  const { rows: found } = await services.database.pool.query(
    `select 1 from ledger.event where org_id = $1 and canonical like '%' || $2 || '%'`,
    [world.org, secret],
  );
  expect(found).toEqual([]);
  const stored = await services.database.tenant(world.org, (trx) =>
    trx.selectFrom('identity.totp').select('secret').where('user_uid', '=', admin.uid).execute(),
  );
  expect(stored.map((row) => row.secret.includes(secret))).toEqual([false]);
});

describe('the first signature of a session [P11-200a2]', () => {
  /** Signs in with a code; answers how the person approves a document in that session. */
  async function session(org: Organisation, person: Person, code: string) {
    const { services, world } = org;
    const entered = await complete(org, await challengeOf(org, person, 'second_factor_required'), code);
    if (!entered.ok) throw new Error(entered.failure.code);
    return async (approval: string, typed?: string) => {
      const now = services.now();
      const visited = await services.identity.sessions.validate(entered.value.token, { now, address: null });
      const viewer = visited && viewerOfVisit(visited);
      if (!viewer) throw new Error('The session is over.');
      const as = { ports: services, org: world.org, actor: actorOf(viewer, null), viewer, now };
      const input = { ...signatureOf(person), approval, code: typed };
      return execute(approveDocument, input, { ...as, commandId: services.newId() });
    };
  }

  const open = async ({ world, author, admin, services }: Organisation, docNum: string) => {
    const document = await world.create(author, { ...sop(docNum), approvers: [admin] });
    await world.act(admin, openFile, { document, version: '1.0', kind: 'final', purpose: 'approval' });
    const row = await services.database.read(world.org, (db) =>
      db.selectFrom('read.approval').select('uid').where('document_uid', '=', document).executeTakeFirstOrThrow(),
    );
    return row.uid;
  };

  it.each([
    ['sign_in', 'each_signature', 'none'],
    ['sign_in_and_signing', 'first_of_session', 'none'],
    ['sign_in_and_signing', 'each_signature', 'second_factor_required'],
  ] as const)('asks for the code where it is %s, %s; later ones: %s', async (secondFactor, factorAtSigning, others) => {
    const org = await organisation();
    const { admin, services, world } = org;
    const [first, second] = [await open(org, '041'), await open(org, '042')];
    const secret = await enrolled(org, admin);
    await world.act(admin, changeSettings, {
      name: world.name,
      settings: { ...defaultSettings, secondFactor, factorAtSigning },
      reason: 'A new procedure.',
    });
    services.clock.now = later(60);
    const approve = await session(org, admin, codeAt(secret, 60));
    expect(await approve(first)).toMatchObject({ failure: { code: 'second_factor_required' } });
    services.clock.now = later(90);
    expect(await approve(first, codeAt(secret, 90))).toMatchObject({ ok: true });
    const again = await approve(second);
    expect(again.ok ? 'none' : again.failure.code).toBe(others);
  });
});
