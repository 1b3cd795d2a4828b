import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CodePurpose } from '#app/sign-in/adapters/codes.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { faults } from './catalogue-faults.ts';
import { profile, refusals, strong, twice, type Refusal } from './catalogue.ts';
import { textsOf } from './controls.ts';
import { openSite, type Answer, type Form, type Site, toastOf } from './site.ts';
import { nobodysAddress } from '#tests/support/anonymous.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());
const admin = () => site.ours.admin;

async function refused([, by, path, form, status, says]: Refusal): Promise<void> {
  expectRefusal(await site.send(by(site), 'POST', path(site), form(site)), status, says);
}

function expectRefusal(answer: Answer, status: number, says: string): void {
  const texts = textsOf(answer.text);
  expect({ status: answer.status, says: texts.includes(says) || texts }).toEqual({ status, says: true });
}

const day = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * day).toISOString();
const colleague = (email: string) => ({
  firstName: 'Zofia',
  lastName: 'Wierzbicki',
  role: 'EMPLOYEE' as const,
  email: `${email}@northmere.example`,
  password: strong,
});

/** Issues a code for a person; an expired one has expired by the time that it is given back. */
const codeOf = async ({ org, uid: user }: Person, purpose: CodePurpose, state: 'valid' | 'expired' = 'valid') => {
  const code = await site.services.identity.codes.issue({
    org,
    user,
    purpose,
    key: `catalogue ${user} ${purpose} ${state}`,
    issuedAt: ago(0),
    expiresAt: state === 'valid' ? ago(-1) : new Date(Date.now() + 2).toISOString(),
  });
  // The server's reading of the database clock may be some milliseconds behind.
  if (state === 'expired') await sleep(250);
  return code;
};

/** Sends a code and a new password. */
const chosen = (path: string, { email }: Person, code: string, password = strong) =>
  site.send(null, 'POST', path, { email, code, ...twice(password) });

const signInAs = ({ email, password }: Person) => site.send(null, 'POST', '/?index', { email, password });

/** The site has no mail server. */
const inFolder = ". Email is not set up: it is a file in the server's folder DATA_DIR/outbox. Pass it on yourself.";

describe('the error catalogue', () => {
  it.each(refusals.map((one) => [one[0], one] as const))('has the text of the specification: %s', (_, one) =>
    refused(one),
  );

  it('names the time to wait after too many attempts to sign in', async () => {
    const form = { email: site.theirs.employee.email, password: 'not-it' };
    for (let count = 0; count < 5; count++) await site.send(null, 'POST', '/?index', form);
    const answer = await site.send(null, 'POST', '/?index', form);
    expectRefusal(answer, 429, 'You have exceeded your allowed password attempts.');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60);
  });

  it.each(['/confirm', '/reconfirm'])(
    'says 410 at %s to somebody who is confirmed and has the right code',
    async (path) => {
      const purpose = path === '/confirm' ? 'confirm' : 'reconfirm';
      const answer = await chosen(path, site.ours.employee, await codeOf(site.ours.employee, purpose));
      expectRefusal(answer, 410, 'User is already confirmed.');
    },
  );

  it('redirects an expired password to /expired, and warns eight days before', async () => {
    const person = await site.ours.world.join(colleague('zofia.expires'), ['Quality']);
    const setFor = (days: number) =>
      site.services.identity.accounts.setPassword({
        org: person.org,
        user: person.uid,
        password: person.password,
        now: ago(days),
      });
    await setFor(90.5);
    const expired = await signInAs(person);
    expect([expired.status, expired.location]).toEqual([303, `/expired?email=${encodeURIComponent(person.email)}`]);
    expect(toastOf(expired)).toMatchObject({
      tone: 'error',
      text: 'Your password has expired and must be changed.',
    });
    const warnings: [number, string, string][] = [
      [89.5, 'error', 'Your password expires today. Please update your password now.'],
      [88.5, 'error', 'Your password will expire in 1 day. Please update your password today.'],
      [82.5, 'info', 'Your password will expire in 7 days. Please update at your earliest convenience.'],
    ];
    for (const [days, tone, text] of warnings) {
      await setFor(days);
      const answer = await signInAs(person);
      expect(answer.location).toBe('/dashboard');
      expect(toastOf(answer)).toEqual({ tone, text, durationMs: 10_000, always: true });
    }
  });

  it('answers 403, 406 and success to a confirmation and a reconfirmation', async () => {
    const { world } = site.ours;
    const person = await world.invite(colleague('zofia.confirms'), ['Quality']);
    const pages = [
      ['/confirm', 'confirm', 'Your account has been confirmed and password set.'],
      ['/reconfirm', 'reconfirm', 'Your account has been reconfirmed and password set.'],
    ] as const;
    for (const [path, purpose, success] of pages) {
      expectRefusal(
        await chosen(path, person, await codeOf(person, purpose, 'expired')),
        403,
        'Verification code has expired. Please request a new code.',
      );
      const code = await codeOf(person, purpose);
      const known = await chosen(path, person, code, person.email);
      expectRefusal(known, 422, 'Choose a stronger password');
      // The form does not know the name; the command does.
      const named = await chosen(path, person, code, 'Wierzbicki12');
      expectRefusal(named, 406, 'Password was not accepted.');
      expect(named.text).toContain('Do not use your name, your email or your organisation.');
      expect(named.text).not.toContain('data-score');
      const done = await chosen(path, person, code);
      expect([done.status, done.location, toastOf(done).text]).toEqual([303, '/', success]);
      if (purpose === 'reconfirm') break;
      const out = await site.send(admin(), 'POST', `/dashboard/users/${person.uid}/deactivate`, {});
      expect([out.location, toastOf(out).text]).toEqual(['/dashboard/users', 'Zofia Wierzbicki is deactivated.']);
      const back = await site.send(admin(), 'POST', `/dashboard/users/${person.uid}/reactivate`, {});
      expect([back.location, toastOf(back).text]).toEqual([
        '/dashboard/users',
        `User has been invited to reactivate their account${inFolder}`,
      ]);
    }
  });

  it('confirms a requested code, a reset and a change of password, and refuses a wrong or expired code', async () => {
    const { world } = site.ours;
    const person = await world.join(colleague('zofia.forgets'), ['Quality']);
    const waiting = await world.invite(colleague('zofia.waits'), ['Quality']);
    for (const path of ['/forgot', '/expired']) {
      const asked = await site.send(null, 'POST', path, { email: person.email });
      expect([asked.location, toastOf(asked).text]).toEqual([
        `/reset?email=${encodeURIComponent(person.email)}`,
        'Check your email for your reset code.',
      ]);
    }
    const again = await site.send(null, 'POST', '/request-code', { email: waiting.email });
    expect([again.location, toastOf(again).text]).toEqual([
      `/confirm?email=${encodeURIComponent(waiting.email)}`,
      'Check your email for a new code.',
    ]);
    expectRefusal(await chosen('/reset', person, 'AAAA-BBBB'), 401, 'Invalid verification code provided.');
    expectRefusal(
      await chosen('/reset', person, await codeOf(person, 'reset', 'expired')),
      403,
      'Verification code has expired. Please request a new code.',
    );
    const reset = await chosen('/reset', person, await codeOf(person, 'reset'), 'harbour-signal-52-fern');
    const success = 'You have successfully changed your password.';
    expect([reset.location, toastOf(reset).text]).toEqual(['/dashboard', success]);
    const form = { currentPassword: 'harbour-signal-52-fern', ...twice(strong) };
    const change = await site.send({ ...person, password: form.currentPassword }, 'POST', '/change', form);
    expect([change.location, toastOf(change).text]).toEqual(['/dashboard', success]);
  });

  it('confirms an invited person who requested a reset', async () => {
    const { world } = site.ours;
    const person = await world.invite(colleague('zofia.never'), ['Quality']);
    const asked = await site.send(null, 'POST', '/forgot', { email: person.email });
    expect(asked.location).toBe(`/reset?email=${encodeURIComponent(person.email)}`);
    expectRefusal(await chosen('/reset', person, 'AAAA-BBBB'), 401, 'Invalid verification code provided.');
    expectRefusal(
      await chosen('/reset', person, await codeOf(person, 'confirm', 'expired')),
      403,
      'Verification code has expired. Please request a new code.',
    );
    const code = await codeOf(person, 'confirm');
    expectRefusal(await chosen('/reset', person, code, person.email), 422, 'Choose a stronger password');
    const done = await chosen('/reset', person, code);
    expect([done.status, done.location, toastOf(done).text]).toEqual([
      303,
      '/',
      'Your account has been confirmed and password set.',
    ]);
    expect((await signInAs({ ...person, password: strong })).location).toBe('/dashboard');
  });

  it('names the invited person', async () => {
    const form = profile(site, { email: 'zofia.invited@northmere.example' });
    const answer = await site.send(admin(), 'POST', '/dashboard/users/invite', form);
    expect([answer.location, toastOf(answer).text]).toEqual([
      '/dashboard/users',
      `You successfully invited Zofia Nowak${inFolder}`,
    ]);
  });

  it('removes invisible characters from the names of people, departments and areas', async () => {
    const named = async (path: string, form: Form) => toastOf(await site.send(admin(), 'POST', path, form)).text;
    const [firstName, email] = ['Zo\u200bfia\u202e', 'zofia.turned@northmere.example'];
    const invite = '/dashboard/users/invite';
    expect(await named(invite, profile(site, { firstName, email }))).toBe(
      `You successfully invited Zofia Nowak${inFolder}`,
    );
    expectRefusal(
      await site.send(admin(), 'POST', invite, profile(site, { firstName, email: 'zofia' })),
      422,
      'There was a problem inviting Zofia Nowak Invalid email address format.',
    );
    const { uid } = await site.ours.world.invite(colleague('zofia.renamed'), ['Quality']);
    const edited = await named(`/dashboard/users/${uid}/edit`, profile(site, { firstName: 'A\u202enna' }));
    expect(edited).toBe('The profile of Anna Nowak is updated.');
    const name = 'Wei\u200bghing\u202e';
    expect(await named('/dashboard/departments/create', { name })).toBe('Department Weighing created.');
    const area = { name: 'Q\u202eB ' };
    expect(await named('/dashboard/functional-areas/create', area)).toBe('Functional area QB created.');
  });

  it('names the time to wait after too many requests for a code', async () => {
    const form = { email: nobodysAddress() };
    for (let count = 0; count < 5; count++) expect((await site.send(null, 'POST', '/forgot', form)).status).toBe(303);
    expectRefusal(await site.send(null, 'POST', '/forgot', form), 429, 'Too many requests. Try again in 60 minutes.');
  });

  it('explains on the profile that an active person cannot be reactivated', async () => {
    const { employee } = site.ours;
    const answer = await site.send(admin(), 'POST', `/dashboard/users/${employee.uid}/reactivate`, {});
    expect([answer.status, answer.location]).toEqual([303, `/dashboard/users/${employee.uid}/edit`]);
    expect(toastOf(answer).text).toMatch(/^There was a problem reactivating this user\. /);
  });

  it('explains that an edited person was deactivated meanwhile', async () => {
    const { deactivated } = site.ours;
    for (const form of [{ ...profile(site), expectedVersion: '1' }, profile(site)]) {
      const answer = await site.send(admin(), 'POST', `/dashboard/users/${deactivated.uid}/edit`, form);
      expect([answer.status, answer.location]).toEqual([303, `/dashboard/users/${deactivated.uid}/reactivate`]);
      expect(toastOf(answer)).toMatchObject({
        tone: 'error',
        text:
          'There was a problem editing this user. ' +
          'Rosalind Teague was deactivated after you opened the profile, and nothing was recorded.',
      });
    }
  });

  describe('while the ledger cannot be written', () => {
    let waiting: Person;
    let forgetful: Person;
    beforeAll(async () => {
      await site.send(admin(), 'GET', '/dashboard');
      waiting = await site.ours.world.invite(colleague('zofia.unlucky'), ['Quality']);
      forgetful = await site.ours.world.join(colleague('zofia.unluckier'), ['Quality']);
      await site.db.owner.query(
        `create function public.fail() returns trigger language plpgsql
           as 'begin raise exception ''the disk is gone''; end'`,
      );
      await site.db.owner.query('create trigger fail before insert on ledger.event execute function public.fail()');
    });
    afterAll(() => site.db.owner.query('drop trigger fail on ledger.event'));
    it.each(faults.map((one) => [one[0], one] as const))('has the text of the specification: %s', (_, one) =>
      refused(one),
    );

    it('shows the form of a confirmation, a reset and a change with a request id', async () => {
      const wrong =
        /Something went wrong\. What you saved before is safe\. Give your administrator the request id\. It is \S+\./;
      const answers = [
        await chosen('/confirm', waiting, await codeOf(waiting, 'confirm')),
        await chosen('/reset', forgetful, await codeOf(forgetful, 'reset'), 'harbour-signal-52-fern'),
        await site.send(admin(), 'POST', '/change', { currentPassword: admin().password, ...twice(strong) }),
      ];
      for (const answer of answers) {
        expect(answer.status).toBe(500);
        expect(answer.text).toMatch(wrong);
        expect(answer.text).toContain('name="newPassword"');
      }
    });
  });

  it('explains that signing in failed by a fault', async () => {
    await site.db.owner.query('alter function identity.find_account rename to find_account_away');
    try {
      const form = { email: site.ours.employee.email, password: site.ours.employee.password };
      const answer = await site.send(null, 'POST', '/?index', form);
      expectRefusal(answer, 500, 'There was a problem authenticating your email and password.');
    } finally {
      await site.db.owner.query('alter function identity.find_account_away rename to find_account');
    }
  });
});
