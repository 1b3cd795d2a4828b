import { nobody } from '../chosen.ts';
import { noUid, type Case, type Row } from '../matrix.ts';

export const forVisitors = {
  anonymous: 'It is for those who are not signed in.',
  'wrong role': 'It is for everybody.',
};
export const password = 'verdigris-lantern-42';

export const visitorPage = (route: string, says?: string): Case => ({
  kind: 'success',
  by: nobody,
  method: 'GET',
  path: () => route,
  status: 200,
  ...(says && { says }),
});

export const visitorPost = (
  route: string,
  kind: Case['kind'],
  about: string,
  form: Case['form'],
  status: number,
  more: Partial<Case> = {},
): Case => ({ kind, about, by: nobody, method: 'POST', path: () => route, form: form!, status, ...more });

/** A page that requests a code by email and does not disclose whether the address is known. */
export const codeRequest = (route: string, refusesUnknown: boolean): Row => ({
  route,
  cases: [
    visitorPage(route),
    visitorPost(route, 'invalid', 'no address', () => ({ email: '' }), 422),
    visitorPost(
      route,
      'success',
      'form',
      (site) => ({ email: refusesUnknown ? site.ours.invited.email : site.ours.outsider.email }),
      303,
    ),
  ],
  without: { ...noUid, ...forVisitors, conflict: 'A second request sends a second code.' },
});

/** A page that takes a code and a new password. */
export const codePassword = (route: string): Row => ({
  route,
  cases: [
    visitorPage(route),
    visitorPost(route, 'invalid', 'nothing filled in', () => ({ email: '', code: '', newPassword: '' }), 422),
    visitorPost(
      route,
      'conflict',
      'a wrong code',
      (site) => ({ email: site.ours.invited.email, code: '000000', newPassword: password, confirmPassword: password }),
      401,
      { says: 'Invalid verification code provided.' },
    ),
  ],
  without: { ...noUid, ...forVisitors },
});
