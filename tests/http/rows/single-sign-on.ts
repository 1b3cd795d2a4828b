import { nobody, ours } from '../chosen.ts';
import { get, noUid, pageCases, post, postRefusals, type Row } from '../matrix.ts';
import { forVisitors, visitorPage, visitorPost } from './visitors.ts';

const admins = { by: ours('admin'), not: ours('author') };
const settings = '/dashboard/settings/single-sign-on';
const journey = 'It needs an issuer: tests/sign-in/single-sign-on and tests/browser do this.';
const form = () => ({
  issuer: 'ftp://login.example',
  issuerName: 'Example ID',
  clientId: 'imprimatur',
  clientSecret: 'x',
  domains: 'example.com',
  localAdmin: '',
  reason: 'The directory knows who works here.',
});

export const singleSignOnRows: Row[] = [
  {
    route: '/single-sign-on',
    cases: [
      visitorPage('/single-sign-on', 'Sign in with the account of your organisation.'),
      visitorPost('/single-sign-on', 'invalid', 'nothing filled in', () => ({ email: '' }), 422),
      visitorPost(
        '/single-sign-on',
        'conflict',
        'an organisation without it',
        (site) => ({ email: site.ours.employee.email }),
        422,
        { says: 'Your organisation does not use single sign-on. Sign in with your password.' },
      ),
    ],
    without: { ...noUid, ...forVisitors, success: journey },
  },
  {
    route: '/single-sign-on/continue',
    cases: [visitorRedirect('/single-sign-on/continue', 'nobody on their way', 302)],
    without: { ...noUid, ...forVisitors, invalid: 'It has no form.', conflict: 'It has no form.' },
  },
  {
    route: '/single-sign-on/callback',
    cases: [
      visitorRedirect('/single-sign-on/callback', 'nothing', 303),
      visitorRedirect('/single-sign-on/callback?code=x&state=y', 'a state that nobody has', 303),
    ],
    without: { ...noUid, ...forVisitors, invalid: 'It has no form.', conflict: 'It has no form.' },
  },
  {
    route: settings,
    cases: [
      ...pageCases({ route: settings, ...admins, says: 'Redirect address' }),
      ...postRefusals({ path: () => settings, ...admins, form }),
      post(() => settings, {
        kind: 'invalid',
        by: admins.by,
        form,
        status: 422,
        says: 'Enter an address of at most 500 characters, for example https://login.example.com.',
      }),
    ],
    without: { ...noUid, conflict: 'The settings of an organisation have one version.', success: journey },
  },
  {
    route: `${settings}/end`,
    cases: [
      ...pageCases({ route: `${settings}/end`, ...admins, status: 302, location: () => settings }),
      ...postRefusals({ path: () => `${settings}/end`, ...admins, form: () => ({}) }),
      // Where there is nothing to end, the page leads to the settings.
      post(() => `${settings}/end`, {
        kind: 'invalid',
        by: admins.by,
        form: () => ({}),
        status: 302,
        location: () => settings,
      }),
    ],
    without: { ...noUid, conflict: 'Ending it twice has the effect of ending it once.', success: journey },
  },
];

function visitorRedirect(path: string, about: string, status: number) {
  return get(() => path, { kind: 'success', about, by: nobody, status, location: () => '/' });
}
