import type { Site } from '#tests/http/site.ts';
import { nobody, ours, theirs } from '#tests/http/chosen.ts';
import { badBodies, noToken, notThere, type Case, type Row } from '../matrix.ts';
import { post, type Sent } from '../client.ts';
import { nobodysAddress } from '#tests/support/anonymous.ts';

const anyone = {
  'no token': 'No token is needed.',
  'wrong role': 'Without a token there is no role.',
  'other organisation': 'It names nothing of an organisation.',
};
const everybody = {
  'wrong role': 'For everybody who is signed in.',
  'other organisation': 'It names nothing of an organisation.',
};

const signIn = (site: Site, password?: string) =>
  post('/api/session', { email: site.theirs.approver.email, password: password ?? site.theirs.approver.password });
const check = (site: Site) => {
  const { email, password } = site.ours.employee;
  return post('/api/identity/check', { email, password });
};
const change = (site: Site) =>
  post('/api/identity/change-password', {
    currentPassword: site.theirs.outsider.password,
    newPassword: 'a-quiet-harbour-by-noon-7',
  });
const forgot = (site: Site) => post('/api/identity/forgot-password', { email: site.theirs.employee.email });
const reset = (site: Site) =>
  post('/api/identity/reset-password', {
    email: site.theirs.employee.email,
    code: 'WRONG-CODE',
    newPassword: 'a-quiet-harbour-by-noon-7',
  });
const resend = (site: Site) => post('/api/identity/resend-code', { email: site.theirs.invited.email });

const confirm = (site: Site) =>
  post('/api/users/confirm', {
    username: site.theirs.invited.email,
    confirmationCode: 'WRONG-CODE',
    newCredential: 'a-quiet-harbour-by-noon-7',
  });
const logout = (uid: string): Sent => ({ method: 'GET', path: `/api/users/${uid}/logout` });

/** What a visitor sends that cannot be taken: no JSON, and a body whose fields lack or are of another type. */
const unfit = (path: string, good: (site: Site) => Sent, wrong: object, fields: string[]): Case[] => [
  ...badBodies(nobody, good),
  { kind: 'invalid', by: nobody, send: () => post(path, wrong), status: 422, refusal: 'invalid_input', fields },
];

export const identityRows: readonly Row[] = [
  {
    operation: 'createSession',
    cases: [
      ...unfit('/api/session', (site) => signIn(site), { email: 'nobody' }, ['email', 'password']),
      {
        kind: 'conflict',
        about: 'a challenge that does not exist',
        by: nobody,
        send: () => post('/api/session', { challenge: 'bm90aGluZw', code: '490154' }),
        status: 401,
        refusal: 'second_factor_expired',
      },
      {
        kind: 'conflict',
        about: 'wrong password',
        by: nobody,
        send: (site) => signIn(site, 'wrong-password'),
        status: 401,
        refusal: 'credentials_wrong',
        title: 'Your email and password do not match our records.',
      },
      {
        kind: 'success',
        by: nobody,
        send: (site) => signIn(site),
        status: 201,
        holds: ({ theirs: { approver, world } }) => ({
          user: { uid: approver.uid, role: 'AUTHOR', org: { uid: world.org, passwordPolicy: 90 }, token: null },
        }),
      },
    ],
    without: anyone,
  },
  {
    operation: 'endSession',
    cases: [
      noToken(() => ({ method: 'DELETE', path: '/api/session' })),
      {
        kind: 'success',
        by: theirs('approver'),
        send: () => ({ method: 'DELETE', path: '/api/session' }),
        status: 200,
      },
      {
        kind: 'success',
        about: 'and it is over',
        by: theirs('approver'),
        send: () => ({ method: 'DELETE', path: '/api/session' }),
        status: 401,
        refusal: 'not_signed_in',
      },
    ],
    without: {
      ...everybody,
      malformed: 'It has no body.',
      invalid: 'It has no body.',
      conflict: 'Ending a session conflicts with nothing.',
    },
  },
  {
    operation: 'forgotPassword',
    cases: [
      ...unfit('/api/identity/forgot-password', forgot, { email: 'nobody' }, ['email']),
      { kind: 'success', by: nobody, send: forgot, status: 200 },
      {
        kind: 'success',
        about: 'an address that nobody has',
        by: nobody,
        send: () => post('/api/identity/forgot-password', { email: nobodysAddress() }),
        status: 200,
      },
    ],
    without: { ...anyone, conflict: 'A code may be asked for again.' },
  },
  {
    operation: 'resetPassword',
    cases: [
      ...unfit('/api/identity/reset-password', reset, {}, ['email', 'code', 'newPassword']),
      { kind: 'conflict', about: 'wrong code', by: nobody, send: reset, status: 401, refusal: 'code_wrong' },
    ],
    without: { ...anyone, success: 'It needs the code of an email: tests/api/protocol/protocol.ts sends one.' },
  },
  {
    operation: 'changePassword',
    cases: [
      noToken(change),
      ...badBodies(theirs('outsider'), change),
      {
        kind: 'invalid',
        by: theirs('outsider'),
        send: (site) => ({
          ...change(site),
          body: { currentPassword: site.theirs.outsider.password, newPassword: 'short' },
        }),
        status: 422,
        refusal: 'password_weak',
        fields: ['newPassword'],
      },
      {
        kind: 'conflict',
        about: 'wrong current password',
        by: theirs('outsider'),
        send: (site) => ({
          ...change(site),
          body: { currentPassword: 'not-this-one', newPassword: 'a-quiet-harbour-7' },
        }),
        status: 401,
        refusal: 'current_password_wrong',
        title: 'Your current password has not been entered correctly.',
      },
      { kind: 'success', by: theirs('outsider'), send: change, status: 200 },
    ],
    without: everybody,
  },
  {
    operation: 'resendCode',
    cases: [
      ...unfit('/api/identity/resend-code', resend, { email: 7 }, ['email']),
      {
        kind: 'conflict',
        about: 'somebody who is confirmed',
        by: nobody,
        send: (site) => post('/api/identity/resend-code', { email: site.theirs.admin.email }),
        status: 422,
        refusal: 'code_not_requestable',
      },
      { kind: 'success', by: nobody, send: resend, status: 200 },
    ],
    without: anyone,
  },
  {
    operation: 'checkPassword',
    cases: [
      noToken(check),
      ...badBodies(ours('employee'), check),
      {
        kind: 'invalid',
        about: "somebody else's address",
        by: ours('employee'),
        send: (site) => post('/api/identity/check', { email: site.ours.admin.email, password: 'x' }),
        status: 422,
        refusal: 'signature_email_mismatch',
        fields: ['email'],
        title: 'The entered email address does not match your user profile.',
      },
      {
        kind: 'conflict',
        about: 'wrong password',
        by: ours('employee'),
        send: (site) => post('/api/identity/check', { email: site.ours.employee.email, password: 'wrong' }),
        status: 401,
        refusal: 'signature_credentials_wrong',
        title: 'Your email address and password combination are incorrect.',
      },
      { kind: 'success', by: ours('employee'), send: check, status: 200 },
    ],
    without: everybody,
  },
  {
    operation: 'confirmUser',
    cases: [
      ...unfit('/api/users/confirm', confirm, { confirmationCode: 'X' }, ['username', 'newCredential']),
      {
        kind: 'conflict',
        about: 'a wrong code',
        by: nobody,
        send: confirm,
        status: 401,
        refusal: 'code_wrong',
        title: 'Invalid verification code provided.',
      },
      {
        kind: 'conflict',
        about: 'somebody who is confirmed',
        by: nobody,
        send: (site) =>
          post('/api/users/confirm', {
            username: site.theirs.admin.email,
            confirmationCode: 'WRONG-CODE',
            newCredential: 'a-quiet-harbour-by-noon-7',
          }),
        status: 401,
        refusal: 'code_wrong',
        title: 'Invalid verification code provided.',
      },
    ],
    without: { ...anyone, success: 'It needs the code of an email: tests/api/protocol/protocol.ts sends one.' },
  },
  {
    operation: 'logout',
    cases: [
      noToken((site) => logout(site.ours.employee.uid)),
      ...notThere(
        ours('employee'),
        ours('employee'),
        (_, uid) => logout(uid),
        (site) => site.theirs.employee.uid,
      ),
      {
        kind: 'wrong role',
        about: "somebody else's, even as an admin",
        by: ours('admin'),
        send: (site) => logout(site.ours.employee.uid),
        status: 403,
        refusal: 'not_allowed',
      },
      { kind: 'success', by: theirs('author'), send: (site) => logout(site.theirs.author.uid), status: 200 },
      {
        kind: 'success',
        about: 'and it is over',
        by: theirs('author'),
        send: (site) => logout(site.theirs.author.uid),
        status: 401,
        refusal: 'not_signed_in',
      },
    ],
    without: { invalid: 'It takes nothing but the uid.', conflict: 'Ending a session conflicts with nothing.' },
  },
];
