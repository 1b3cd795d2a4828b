import { registerOne, webhookUrl } from '#tests/support/programs/webhooks.ts';
import { ours, theirs } from '../chosen.ts';
import { noUid, pageCases, post, postRefusals, type Row } from '../matrix.ts';
import type { Form, Site } from '../site.ts';

const admins = { by: ours('admin'), not: ours('author') };
const list = '/dashboard/settings/api/webhooks';
const form = () => ({ url: webhookUrl, kinds: ['document.effective', 'document.retired'] });

let one = { webhook: '', delivery: '' };
const uid = () => one.webhook;

/** Registers the webhook that the rows are about. */
export async function registerForRows(site: Site): Promise<void> {
  one = await registerOne(site);
}

const act = (name: string, sent: Form, more: { status: number; says?: string }): Row => {
  const route = `${list}/:uid/${name}`;
  const path = () => `${list}/${uid()}/${name}`;
  const by = admins.by;
  return {
    route,
    cases: [
      ...pageCases({ route, ...admins, uid }),
      ...postRefusals({ path, ...admins, stranger: theirs('admin'), form: () => sent }),
      post(path, { kind: 'invalid', by, form: () => ({ ...sent, reason: 'x'.repeat(1001) }), status: 422 }),
      post(path, { kind: 'success', about: 'form', by, form: () => sent, ...more }),
    ],
    without: { conflict: 'The later of two changes counts.' },
  };
};

const skipping = `${list}/:uid/skip/:delivery`;
const skip = () => `${list}/${uid()}/skip/${one.delivery}`;

export const webhookRows: Row[] = [
  {
    route: `${list}/register`,
    cases: [
      ...pageCases({ route: `${list}/register`, ...admins }),
      ...postRefusals({ path: () => `${list}/register`, ...admins, form }),
      post(() => `${list}/register`, {
        kind: 'invalid',
        by: admins.by,
        form: () => ({ url: 'ftp://hooks.example', kinds: [] }),
        status: 422,
        says: 'Choose at least one.',
      }),
      post(() => `${list}/register`, {
        kind: 'success',
        about: 'form',
        by: admins.by,
        form,
        status: 200,
        says: 'Copy the secret now.',
      }),
    ],
    without: { ...noUid, conflict: 'Two webhooks may have one address.' },
  },
  {
    route: `${list}/:uid`,
    cases: [
      ...pageCases({ route: `${list}/:uid`, ...admins, uid }),
      ...postRefusals({ path: () => `${list}/${uid()}`, ...admins, form: () => ({}) }),
      post(() => `${list}/${uid()}`, { kind: 'success', about: 'test', by: admins.by, form: () => ({}), status: 303 }),
      post(() => `${list}/${uid()}`, {
        kind: 'success',
        about: 'send again',
        by: admins.by,
        form: () => ({ delivery: one.delivery }),
        status: 303,
      }),
    ],
    without: { invalid: 'Its forms have no fields.', conflict: 'Each is one more.' },
  },
  act('change', form(), { status: 303 }),
  act('rotate', { reason: 'Leaked.' }, { status: 200, says: 'Copy the secret now.' }),
  act('enable', { reason: 'Repaired.' }, { status: 303 }),
  {
    route: skipping,
    cases: [
      ...pageCases({ route: skipping, ...admins, uid, rest: (path) => path.replace(':delivery', one.delivery) }),
      ...postRefusals({ path: skip, ...admins, stranger: theirs('admin'), form: () => ({ reason: 'Unreadable.' }) }),
      post(skip, { kind: 'invalid', by: admins.by, form: () => ({ reason: '' }), status: 422 }),
      post(skip, {
        kind: 'conflict',
        about: 'a test, which waits for nothing',
        by: admins.by,
        form: () => ({ reason: 'Unreadable.' }),
        status: 409,
        says: 'Only a delivery that waits to be sent can be skipped.',
      }),
    ],
  },
  act('remove', { reason: 'Not needed any more.' }, { status: 303 }),
];
