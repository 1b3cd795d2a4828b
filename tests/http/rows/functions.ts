import { makeDuties, type Duties } from '#tests/http/duties.ts';
import { ours, theirs, type Chosen } from '../chosen.ts';
import { noUid, pageCases, post, postRefusals, type Row } from '../matrix.ts';
import type { Form, Site } from '../site.ts';

const admins = { by: ours('admin'), not: ours('author') };
const list = '/dashboard/settings/functions';
const ofPerson = '/dashboard/users/:uid/absence';

let duties: Duties = { function: '', absence: '' };
const uid = () => duties.function;
const author: Chosen<string> = (site) => site.ours.author.uid;

/** Makes the function and the absence that the rows are about. */
export async function makeDutiesForRows(site: Site): Promise<void> {
  duties = await makeDuties(site);
}

const grant: Chosen<Form> = ({ ours: { employee } }) => ({
  function: duties.function,
  user: employee.uid,
  from: '01 Jan 2030',
  until: '',
  reason: 'Appointed.',
});
const absent: Chosen<Form> = ({ ours: { approver } }) => ({
  from: '10 Jan 2030',
  until: '12 Jan 2030',
  deputy: approver.uid,
  reason: 'Ill.',
});
const reason = () => ({ reason: 'Moved to production.' });
const again = (form: Chosen<Form>, says: string) => ({
  kind: 'conflict' as const,
  by: admins.by,
  form,
  status: 409,
  says,
});
const tooLong = { kind: 'invalid' as const, by: admins.by, form: () => ({ reason: 'x'.repeat(1001) }), status: 422 };
const success = (by: typeof admins.by, form: Chosen<Form>) => ({
  kind: 'success' as const,
  about: 'form',
  by,
  form,
  status: 303,
});

const createPath = () => `${list}/create`;
const grantPath = () => `${list}/grant`;
const editPath = () => `${list}/${uid()}/edit`;
const withdrawPath: Chosen<string> = (site) => `${list}/${uid()}/withdraw/${author(site)}`;
const personPath: Chosen<string> = (site) => ofPerson.replace(':uid', author(site));
const endOwnPath = () => `/absence/${duties.absence}/end`;
const endPath: Chosen<string> = (site) => `${personPath(site)}/${duties.absence}/end`;
const own = { by: ours('author'), not: ours('employee') };

export const functionRows: Row[] = [
  {
    route: list,
    cases: pageCases({ route: list, ...admins, says: 'Quality unit' }),
    without: { ...noUid, invalid: 'It has no form.', conflict: 'Reading conflicts with nothing.' },
  },
  {
    route: `${list}/create`,
    cases: [
      ...pageCases({ route: `${list}/create`, ...admins }),
      ...postRefusals({ path: createPath, ...admins, form: () => ({ name: 'Process owner' }) }),
      post(createPath, { ...success(admins.by, () => ({ name: 'Process owner' })), location: () => list }),
      post(
        createPath,
        again(() => ({ name: 'QUALITY unit' }), 'A function with this name already exists.'),
      ),
      post(createPath, { kind: 'invalid', by: admins.by, form: () => ({ name: ' ' }), status: 422 }),
    ],
    without: noUid,
  },
  {
    route: `${list}/grant`,
    cases: [
      ...pageCases({ route: `${list}/grant`, ...admins }),
      ...postRefusals({ path: grantPath, ...admins, form: grant }),
      post(grantPath, {
        kind: 'invalid',
        by: admins.by,
        form: (site) => ({ ...grant(site), from: 'soon' }),
        status: 422,
      }),
      post(grantPath, {
        kind: 'another organisation',
        about: 'its function',
        by: theirs('admin'),
        form: (site) => ({ ...grant(site), user: site.theirs.employee.uid }),
        status: 404,
      }),
      post(grantPath, success(admins.by, grant)),
      post(grantPath, again(grant, 'holds Quality unit already.')),
    ],
    without: noUid,
  },
  {
    route: `${list}/:uid/edit`,
    cases: [
      ...pageCases({ route: `${list}/:uid/edit`, ...admins, uid }),
      ...postRefusals({ path: editPath, ...admins, stranger: theirs('admin'), form: () => ({ name: 'Quality' }) }),
      post(editPath, { kind: 'invalid', by: admins.by, form: () => ({ name: 'x'.repeat(81) }), status: 422 }),
      post(
        editPath,
        again(() => ({ name: 'Process owner' }), 'A function with this name already exists.'),
      ),
      post(
        editPath,
        success(admins.by, () => ({ name: 'Quality unit', retired: 'on', reason: 'Merged.' })),
      ),
    ],
  },
  {
    route: `${list}/:uid/withdraw/:user`,
    cases: [
      ...pageCases({
        route: `${list}/:uid/withdraw/:user`,
        ...admins,
        uid,
        rest: (path, site) => path.replace(':user', author(site)),
      }),
      ...postRefusals({ path: withdrawPath, ...admins, stranger: theirs('admin'), form: reason }),
      post(withdrawPath, tooLong),
      post(withdrawPath, { ...success(admins.by, reason), location: () => list }),
      post(withdrawPath, again(reason, 'does not hold it.')),
    ],
  },
  {
    route: ofPerson,
    cases: [
      ...pageCases({ route: ofPerson, ...admins, uid: author, says: 'approves' }),
      ...postRefusals({ path: personPath, ...admins, stranger: theirs('admin'), form: absent }),
      post(personPath, {
        kind: 'invalid',
        by: admins.by,
        form: (site) => ({ ...absent(site), until: '' }),
        status: 422,
      }),
      post(personPath, success(admins.by, absent)),
      post(personPath, again(absent, 'Another absence covers some of these days.')),
    ],
  },
  {
    route: '/absence',
    cases: [
      ...pageCases({ route: '/absence', ...own, says: 'Nobody can train in place of another person.' }),
      ...postRefusals({ path: () => '/absence', ...own, form: absent }),
      post(() => '/absence', {
        ...success(own.by, (site) => ({ ...absent(site), from: '20 Jan 2030', until: '2030-01-21' })),
      }),
      post(() => '/absence', {
        kind: 'invalid',
        by: own.by,
        form: (site) => ({
          ...absent(site),
          from: '25 Jan 2030',
          until: '26 Jan 2030',
          deputy: site.ours.employee.uid,
        }),
        status: 422,
        says: 'A deputy may approve documents (21 CFR 11.10(g)).',
      }),
      post(() => '/absence', { ...again(absent, 'Another absence covers some of these days.'), by: own.by }),
    ],
    without: noUid,
  },
  {
    route: '/absence/:absence/end',
    cases: [
      ...pageCases({
        route: '/absence/:absence/end',
        ...own,
        rest: (path) => path.replace(':absence', duties.absence),
      }),
      ...postRefusals({ path: endOwnPath, ...own, form: () => ({}) }),
      post(endOwnPath, {
        kind: 'another organisation',
        about: 'form',
        by: theirs('author'),
        form: () => ({}),
        status: 409,
        says: 'This absence is over.',
      }),
    ],
    without: {
      'unknown uid': 'The page says that the absence is over.',
      'malformed uid': 'It is not found, as every uid that is none.',
      invalid: 'It has no fields.',
      conflict: 'The row below shows it.',
    },
  },
  {
    route: `${ofPerson}/:absence/end`,
    cases: [
      ...pageCases({
        route: `${ofPerson}/:absence/end`,
        ...admins,
        uid: author,
        rest: (path) => path.replace(':absence', duties.absence),
      }),
      ...postRefusals({ path: endPath, ...admins, stranger: theirs('admin'), form: reason }),
      post(endPath, tooLong),
      post(endPath, success(admins.by, reason)),
      post(endPath, again(reason, 'This absence is over.')),
    ],
  },
];
