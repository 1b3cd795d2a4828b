import type { Site } from '#tests/http/site.ts';
import { nobody, ours, theirs } from '#tests/http/chosen.ts';
import { get, type Sent } from '../client.ts';
import { badBodies, noToken, notThere, type Case, type Row } from '../matrix.ts';

type About = (site: Site, uid: string) => Sent;
const outsider = (site: Site) => site.ours.outsider.uid;
const invited = (site: Site) => site.ours.invited.uid;

const to =
  (act: string, body?: object, method: 'POST' | 'DELETE' = 'POST'): About =>
  (_, uid) => ({ method, path: `/api/users/${uid}/${act}`, ...(body && { body }) });

/** Those who may not. */
const refused = (send: About, uid: (site: Site) => string): Case[] => [
  noToken((site) => send(site, uid(site))),
  ...notThere(ours('admin'), theirs('admin'), send, uid),
  {
    kind: 'wrong role',
    by: ours('author'),
    send: (site) => send(site, uid(site)),
    status: 403,
    refusal: 'not_allowed',
  },
];

const unlock = to('unlock', { reason: 'Called in.' });
const resend = to('invitation');
const another = to('email', { email: 'another@northmere.example', reason: 'Married.' });
const notAnother = to('email?reason=A+typing+error.', undefined, 'DELETE');
const sessions = to('sessions', undefined, 'DELETE');
const refusedOf: About = (_, uid) => get(`/api/users/${uid}/refusedemails`);
const refusedAbout: About = (_, uid) => get(`/api/docs/${uid}/refusedemails`);
const reading = { conflict: 'Reading conflicts with nothing.', invalid: 'It takes nothing but the uid.' };
const again = (): Sent => ({
  method: 'POST',
  path: '/api/emails/send-again',
  body: { key: '1/approval-wanted/nobody' },
});
const confirmation = (): Sent => ({
  method: 'POST',
  path: '/api/users/confirm-email',
  body: { username: 'another@northmere.example', confirmationCode: '000000' },
});

export const accessRows: readonly Row[] = [
  {
    operation: 'unlockUser',
    cases: [
      ...refused(unlock, outsider),
      ...badBodies(ours('admin'), (site) => unlock(site, outsider(site))),
      {
        kind: 'invalid',
        by: ours('admin'),
        send: (site) => ({ ...unlock(site, outsider(site)), body: { reason: 'x'.repeat(1001) } }),
        status: 422,
        fields: ['reason'],
      },
      {
        kind: 'conflict',
        about: 'an account that is not locked',
        by: ours('admin'),
        send: (site) => unlock(site, outsider(site)),
        status: 409,
        refusal: 'account_not_locked',
      },
    ],
    without: { success: 'tests/people/access.test.ts locks an account first.' },
  },
  {
    operation: 'resendInvitation',
    cases: [
      ...refused(resend, invited),
      {
        kind: 'conflict',
        about: 'somebody active',
        by: ours('admin'),
        send: (site) => resend(site, outsider(site)),
        status: 409,
        refusal: 'user_not_in_status',
      },
    ],
    without: {
      invalid: 'It takes nothing but the uid.',
      success: 'tests/people/access.test.ts sends an invitation again.',
    },
  },
  {
    operation: 'changeUserEmail',
    cases: [
      ...refused(another, outsider),
      ...badBodies(ours('admin'), (site) => another(site, outsider(site))),
      {
        kind: 'invalid',
        by: ours('admin'),
        send: (site) => ({ ...another(site, outsider(site)), body: { email: 'another@northmere' } }),
        status: 422,
        refusal: 'email_format',
      },
      {
        kind: 'conflict',
        about: 'an address in use in another organisation',
        by: ours('admin'),
        send: (site) => ({ ...another(site, outsider(site)), body: { email: site.theirs.employee.email } }),
        status: 409,
        refusal: 'email_in_use',
      },
      {
        kind: 'success',
        about: 'the present address counts until the new one is confirmed',
        by: ours('admin'),
        send: (site) => another(site, outsider(site)),
        status: 200,
        holds: (site) => ({ email: site.ours.outsider.email }),
      },
    ],
  },
  {
    operation: 'cancelUserEmailChange',
    cases: [
      ...refused(notAnother, outsider),
      {
        kind: 'success',
        by: ours('admin'),
        send: (site) => notAnother(site, outsider(site)),
        status: 200,
        holds: (site) => ({ email: site.ours.outsider.email }),
      },
      {
        kind: 'conflict',
        about: 'it is cancelled already',
        by: ours('admin'),
        send: (site) => notAnother(site, outsider(site)),
        status: 409,
        refusal: 'email_not_changing',
      },
    ],
    without: { invalid: 'It takes nothing but the uid and the reason.' },
  },
  {
    operation: 'confirmUserEmail',
    cases: [
      ...badBodies(nobody, confirmation),
      {
        kind: 'invalid',
        by: nobody,
        send: () => ({ ...confirmation(), body: { username: '', confirmationCode: '' } }),
        status: 422,
        fields: ['username', 'confirmationCode'],
      },
      {
        kind: 'conflict',
        about: 'a wrong code',
        by: nobody,
        send: confirmation,
        status: 401,
        refusal: 'code_wrong',
      },
    ],
    without: {
      'no token': 'It is for visitors.',
      'wrong role': 'It is for visitors.',
      'other organisation': 'The code decides.',
      success: 'tests/people/access.test.ts reads the code in the email.',
    },
  },
  {
    operation: 'endUserSessions',
    cases: [
      ...refused(sessions, invited),
      {
        kind: 'invalid',
        by: ours('admin'),
        send: (site) => ({
          ...sessions(site, invited(site)),
          path: `/api/users/${invited(site)}/sessions?reason=${'x'.repeat(1001)}`,
        }),
        status: 422,
        fields: ['reason'],
      },
      {
        kind: 'success',
        by: ours('admin'),
        send: (site) => sessions(site, invited(site)),
        status: 200,
        holds: () => ({ ended: 0 }),
      },
    ],
    without: { conflict: 'A person without sessions stays so.' },
  },
  {
    operation: 'listRefusedEmailsOfUser',
    cases: [
      ...refused(refusedOf, outsider),
      { kind: 'success', by: ours('admin'), send: (site) => refusedOf(site, outsider(site)), status: 200 },
    ],
    without: reading,
  },
  {
    operation: 'listRefusedEmailsAboutDocument',
    cases: [
      noToken((site) => refusedAbout(site, site.ours.documents.draft)),
      ...notThere(ours('admin'), theirs('admin'), refusedAbout, (site) => site.ours.documents.draft),
      {
        kind: 'success',
        by: ours('admin'),
        send: (site) => refusedAbout(site, site.ours.documents.effective),
        status: 200,
      },
    ],
    without: { ...reading, 'wrong role': 'Others get an empty list.' },
  },
  {
    operation: 'sendEmailAgain',
    cases: [
      noToken(again),
      ...badBodies(ours('admin'), again),
      {
        kind: 'invalid',
        by: ours('admin'),
        send: () => ({ ...again(), body: { key: '' } }),
        status: 422,
        fields: ['key'],
      },
      { kind: 'conflict', about: 'no such email', by: ours('admin'), send: again, status: 404, refusal: 'not_found' },
    ],
    without: {
      'wrong role': 'tests/kit/refused-emails.test.ts refuses an email first.',
      'other organisation': 'No key of another organisation is found.',
      success: 'tests/kit/refused-emails.test.ts refuses an email first.',
    },
  },
];
