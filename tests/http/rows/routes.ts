import { defineRoute } from '#app/approval-routes/commands/manage.ts';
import { ours, theirs } from '../chosen.ts';
import { noUid, pageCases, post, postRefusals, type Row } from '../matrix.ts';
import type { Form, Site } from '../site.ts';

const admins = { by: ours('admin'), not: ours('author') };
const list = '/dashboard/settings/routes';

const step = { name: 'Review', meaning: 'approved', who: { kind: 'named_by_owner' }, howMany: 'all', days: 5 };
const definition = {
  name: 'Others',
  types: ['Other'],
  areas: [],
  steps: [step],
  separation: 'strict',
  samePerson: false,
};

let route = '';

/** Defines the route that the rows are about, for documents that no other row has. */
export async function defineForRows({ ours: { world } }: Site): Promise<void> {
  ({ route } = await world.act(world.admin, defineRoute, { definition }));
}

const form = (name: string, type: string): Form => ({
  name,
  types: [type],
  separation: 'strict',
  name1: 'Process owner',
  meaning1: 'approved',
  who1: 'named_by_owner',
  howMany1: 'all',
  days1: '10',
  name2: '',
  reason: 'More time.',
});

const act = (name: string, sent: Form): Row => {
  const at = `${list}/:uid/${name}`;
  const path = () => `${list}/${route}/${name}`;
  const { by } = admins;
  return {
    route: at,
    cases: [
      ...pageCases({ route: at, ...admins, uid: () => route }),
      ...postRefusals({ path, ...admins, stranger: theirs('admin'), form: () => sent }),
      post(path, { kind: 'invalid', by, form: () => ({ ...sent, reason: 'x'.repeat(1001) }), status: 422 }),
      post(path, { kind: 'success', about: 'form', by, form: () => sent, status: 303, location: () => list }),
    ],
    without: { conflict: 'The later of two changes counts.' },
  };
};

export const routeRows: Row[] = [
  {
    route: list,
    cases: pageCases({ route: list, ...admins }),
    without: { ...noUid, invalid: 'It takes no form.', conflict: 'It changes nothing.' },
  },
  {
    route: `${list}/define`,
    cases: [
      ...pageCases({ route: `${list}/define`, ...admins }),
      ...postRefusals({ path: () => `${list}/define`, ...admins, form: () => form('Policies', 'Policy') }),
      post(() => `${list}/define`, {
        kind: 'invalid',
        by: admins.by,
        form: () => ({ ...form('', 'Policy'), meaning1: 'reviewed' }),
        status: 422,
        says: 'a review alone approves nothing',
      }),
      post(() => `${list}/define`, {
        kind: 'success',
        about: 'form',
        by: admins.by,
        form: () => form('Templates', 'Template'),
        status: 303,
        location: () => list,
      }),
    ],
    without: { ...noUid, conflict: 'Two routes may be defined at once.' },
  },
  act('change', form('Others', 'Other')),
  act('retire', { reason: 'Not needed any more.' }),
];
