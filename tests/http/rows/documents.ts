import { ours, theirs } from '../chosen.ts';
import { pageCases, postRefusals, type Case, type Row } from '../matrix.ts';
import type { Form, Site } from '../site.ts';
import type { ScenarioDocuments } from '#tests/support/scenario.ts';

const noUid = {
  'another organisation': 'The address names nothing.',
  'unknown uid': 'The address names nothing.',
  'malformed uid': 'The address names nothing.',
};
const noPost = { invalid: 'It takes no form.', conflict: 'It changes nothing.' };
const noFiles = 'It needs files: shown by tests/commands and the browser journeys.';
const everybody = { 'wrong role': 'It is for everybody.' };
const authors = { by: ours('author'), not: ours('employee') };

type Which = keyof ScenarioDocuments;
const uidOf = (which: Which) => (site: Site) => site.ours.documents[which];
const at = (route: string, which: Which) => (site: Site) => route.replace(':uid', uidOf(which)(site));
const departments = (site: Site) => site.ours.world.uidsOf(['Quality']);
const soon = '04 Mar 2031';

type Posting = Pick<Case, 'kind' | 'by' | 'status'> & Partial<Case> & { form: (site: Site) => Form };
const post = (path: Case['path'], more: Posting): Case => ({ method: 'POST', path, ...more });

const page = (
  route: string,
  which: Which,
  more: Partial<Parameters<typeof pageCases>[0]> = {},
  without: Row['without'] = noPost,
): Row => ({ route, cases: pageCases({ route, ...authors, uid: uidOf(which), ...more }), without });

/** A title, and what is wrong with it. */
const titles: [string, string | null][] = [
  ['', 'Must enter a valid document name.'],
  ['_x', 'Name must not start with a special character.'],
  ['  Deviation Handling ', 'Document name is already in use.'],
];

const titleRoute = '/dashboard/docs/create/title';
const draft = (site: Site): Form => ({
  name: `Procedure ${Math.random().toString(36).slice(2, 8)}`,
  type: 'SOP',
  functionalArea: 'QA',
  docNum: String(100 + Math.floor(Math.random() * 899)),
  version: '1.0',
  approvers: [site.ours.admin.uid],
  intent: 'draft',
});

const docs = '/dashboard/docs/:uid';
const replaceRoute = `${docs}/approvers/:approval/replace`;
const reviewRoute = `${docs}/periodic-review`;
const noChange: Form = { outcome: 'no_change_needed', comment: 'It says how the work is done.' };
const replacement = (site: Site): Form => ({ user: site.ours.author.uid, reason: 'On parental leave until June.' });

/** The approval that the second author has open on the document under revision. */
const approvals = new WeakMap<Site, string>();
const approvalOf = (site: Site): string => approvals.get(site) ?? 'none';
const openApproval = (site: Site): string =>
  at(replaceRoute, 'underRevision')(site).replace(':approval', approvalOf(site));

/** Finds it before the first case: rows name approvals by their uids. */
export async function findApproval(site: Site): Promise<void> {
  const { world, approver, documents } = site.ours;
  const { uid } = await site.services.database.read(world.org, (db) =>
    db
      .selectFrom('read.approval')
      .select('uid')
      .where('document_uid', '=', documents.underRevision)
      .where('user_uid', '=', approver.uid)
      .where('status', '=', 'OPEN')
      .executeTakeFirstOrThrow(),
  );
  approvals.set(site, uid);
}

export const documentRows: Row[] = [
  {
    route: '/dashboard',
    cases: [
      ...pageCases({ route: '/dashboard', by: ours('employee') }),
      ...(['training', 'effective', 'manage'] as const).map((tab): Case => ({
        kind: 'success',
        about: tab,
        by: ours('author'),
        method: 'GET',
        path: () => `/dashboard?tab=${tab}`,
        status: 200,
      })),
    ],
    without: { ...noUid, ...everybody, ...noPost },
  },
  {
    route: '/dashboard/uploads',
    cases: [
      ...postRefusals({ path: () => '/dashboard/uploads', ...authors, form: () => beginUpload }),
      post(() => '/dashboard/uploads', {
        kind: 'invalid',
        by: ours('author'),
        form: () => ({ act: 'no' }),
        status: 400,
        type: 'application/json',
      }),
      post(() => '/dashboard/uploads', {
        kind: 'conflict',
        about: 'a key of another organisation',
        by: ours('author'),
        form: (site) => ({ act: 'complete', objectKey: `${site.theirs.world.org}/no/such/key` }),
        status: 404,
        type: 'application/json',
      }),
      post(() => '/dashboard/uploads', {
        kind: 'success',
        by: ours('author'),
        form: () => beginUpload,
        status: 200,
        type: 'application/json',
      }),
    ],
    without: noUid,
  },
  {
    route: '/dashboard/docs/create',
    cases: [
      ...pageCases({ route: '/dashboard/docs/create', ...authors }),
      ...postRefusals({ path: () => '/dashboard/docs/create', ...authors, form: draft }),
      post(() => '/dashboard/docs/create', {
        kind: 'invalid',
        by: ours('author'),
        form: (site) => ({ ...draft(site), name: '' }),
        status: 422,
      }),
      post(() => '/dashboard/docs/create', {
        kind: 'conflict',
        by: ours('author'),
        form: (site) => ({ ...draft(site), name: 'Deviation Handling' }),
        status: 409,
        says: 'Document name is already in use.',
      }),
      post(() => '/dashboard/docs/create', {
        kind: 'success',
        about: 'form',
        by: ours('author'),
        form: draft,
        status: 303,
      }),
    ],
    without: noUid,
  },
  {
    route: '/dashboard/docs/create/check-title',
    cases: [
      ...pageCases({
        route: '/dashboard/docs/create/check-title',
        ...authors,
        rest: (path) => `${path}?name=Something%20new`,
        type: 'application/json',
        says: '{"problem":null}',
      }),
      ...titles.map(([name, problem]): Case => ({
        kind: 'success',
        about: name,
        by: ours('author'),
        method: 'GET',
        path: () => `/dashboard/docs/create/check-title?${new URLSearchParams({ name }).toString()}`,
        status: 200,
        type: 'application/json',
        says: JSON.stringify({ problem }),
      })),
    ],
    without: { ...noUid, ...noPost },
  },
  {
    route: '/dashboard/docs/create/next-number',
    cases: pageCases({
      route: '/dashboard/docs/create/next-number',
      ...authors,
      rest: (path) => `${path}?type=Form&area=QA`,
      type: 'application/json',
      says: '{"docNum":"001-01"}',
    }),
    without: { ...noUid, ...noPost },
  },
  {
    route: titleRoute,
    cases: [
      ...pageCases({ route: titleRoute, ...authors }),
      ...postRefusals({ path: () => titleRoute, ...authors, form: () => ({ name: 'Something new' }) }),
      post(() => titleRoute, { kind: 'invalid', by: ours('author'), form: () => ({ name: '' }), status: 422 }),
      post(() => titleRoute, {
        kind: 'conflict',
        by: ours('author'),
        form: () => ({ name: 'Deviation Handling' }),
        status: 409,
      }),
      post(() => titleRoute, {
        kind: 'success',
        about: 'form',
        by: ours('author'),
        form: () => ({ name: 'Something new' }),
        status: 303,
      }),
    ],
    without: noUid,
  },
  {
    route: `${docs}/revise`,
    cases: [
      ...pageCases({ route: `${docs}/revise`, ...authors, uid: uidOf('rejected') }),
      ...postRefusals({
        path: at(`${docs}/revise`, 'rejected'),
        ...authors,
        elsewhere: theirs('admin'),
        form: revision,
      }),
      post(at(`${docs}/revise`, 'rejected'), {
        kind: 'invalid',
        about: 'no files',
        by: ours('author'),
        form: revision,
        status: 422,
      }),
    ],
    without: { conflict: noFiles, success: noFiles },
  },
  {
    route: `${docs}/title`,
    cases: [
      ...pageCases({ route: `${docs}/title`, ...authors, uid: uidOf('draft') }),
      ...postRefusals({
        path: at(`${docs}/title`, 'draft'),
        ...authors,
        elsewhere: theirs('admin'),
        form: () => ({ name: 'Change Control II' }),
      }),
      post(at(`${docs}/title`, 'draft'), {
        kind: 'invalid',
        by: ours('author'),
        form: () => ({ name: '' }),
        status: 422,
      }),
      post(at(`${docs}/title`, 'draft'), {
        kind: 'conflict',
        by: ours('author'),
        form: () => ({ name: 'Deviation Handling' }),
        status: 409,
      }),
      post(at(`${docs}/title`, 'draft'), {
        kind: 'success',
        about: 'form',
        by: ours('author'),
        form: () => ({ name: 'Change Control II' }),
        status: 303,
      }),
    ],
  },
  {
    route: replaceRoute,
    cases: [
      ...pageCases({
        route: replaceRoute,
        by: ours('admin'),
        not: ours('author'),
        uid: uidOf('underRevision'),
        rest: (path, site) => path.replace(':approval', approvalOf(site)),
        says: 'Replacement',
      }),
      {
        kind: 'unknown uid',
        about: 'an approval of another document',
        by: ours('admin'),
        method: 'GET',
        path: (site) => at(replaceRoute, 'draft')(site).replace(':approval', approvalOf(site)),
        status: 404,
      },
      ...postRefusals({
        path: openApproval,
        by: ours('admin'),
        not: ours('author'),
        elsewhere: theirs('admin'),
        form: replacement,
      }),
      post(openApproval, {
        kind: 'invalid',
        by: ours('admin'),
        form: (site) => ({ ...replacement(site), reason: '' }),
        status: 422,
        says: 'This field is required.',
      }),
      post(openApproval, {
        kind: 'invalid',
        about: 'somebody of another organisation',
        by: ours('admin'),
        form: (site) => ({ ...replacement(site), user: site.theirs.author.uid }),
        status: 422,
      }),
      post(openApproval, {
        kind: 'conflict',
        about: 'somebody who is listed',
        by: ours('admin'),
        form: (site) => ({ ...replacement(site), user: site.ours.admin.uid }),
        status: 409,
      }),
      post(openApproval, {
        kind: 'success',
        about: 'form',
        by: ours('admin'),
        form: replacement,
        status: 303,
        location: at(`${docs}/approvers`, 'underRevision'),
      }),
      post(openApproval, {
        kind: 'conflict',
        about: 'replaced already',
        by: ours('admin'),
        form: (site) => ({ ...replacement(site), user: site.ours.approver.uid }),
        status: 409,
        says: 'There is nothing to replace.',
      }),
      {
        kind: 'success',
        about: 'says that it is replaced',
        by: ours('admin'),
        method: 'GET',
        path: openApproval,
        status: 200,
        says: 'There is nothing to replace.',
      },
    ],
  },
  {
    route: `${docs}/approvers`,
    cases: [
      ...pageCases({ route: `${docs}/approvers`, ...authors, uid: uidOf('underRevision') }),
      ...postRefusals({
        path: at(`${docs}/approvers`, 'underRevision'),
        ...authors,
        elsewhere: theirs('admin'),
        form: (site) => ({ user: site.ours.author.uid }),
      }),
      post(at(`${docs}/approvers`, 'underRevision'), {
        kind: 'invalid',
        by: ours('author'),
        form: () => ({ user: 'nobody' }),
        status: 422,
      }),
      post(at(`${docs}/approvers`, 'underRevision'), {
        kind: 'invalid',
        about: 'somebody of another organisation',
        by: ours('author'),
        form: (site) => ({ user: site.theirs.author.uid }),
        status: 422,
      }),
      post(at(`${docs}/approvers`, 'underRevision'), {
        kind: 'conflict',
        by: ours('author'),
        form: (site) => ({ user: site.ours.admin.uid }),
        status: 409,
      }),
      post(at(`${docs}/approvers`, 'underRevision'), {
        kind: 'success',
        about: 'form',
        by: ours('author'),
        form: (site) => ({ user: site.ours.approver.uid }),
        status: 303,
      }),
    ],
  },
  {
    route: reviewRoute,
    cases: [
      ...pageCases({ route: reviewRoute, ...authors, uid: uidOf('effective'), says: 'Periodic review' }),
      {
        kind: 'wrong role',
        about: 'another author',
        by: ours('approver'),
        method: 'GET',
        path: at(reviewRoute, 'effective'),
        status: 403,
      },
      ...postRefusals({
        path: at(reviewRoute, 'effective'),
        ...authors,
        elsewhere: theirs('admin'),
        form: () => noChange,
      }),
      post(at(reviewRoute, 'effective'), {
        kind: 'invalid',
        by: ours('author'),
        form: () => ({ ...noChange, comment: '' }),
        status: 422,
        says: 'This field is required.',
      }),
      post(at(reviewRoute, 'underRevision'), {
        kind: 'conflict',
        by: ours('author'),
        form: () => noChange,
        status: 303,
        location: at(`${docs}/revise`, 'underRevision'),
      }),
      post(at(reviewRoute, 'effective'), {
        kind: 'success',
        about: 'no change',
        by: ours('author'),
        form: () => noChange,
        status: 303,
        location: at(docs, 'effective'),
      }),
      post(at(reviewRoute, 'effective'), {
        kind: 'success',
        about: 'revise',
        by: ours('admin'),
        form: () => ({ outcome: 'revise' }),
        status: 303,
        location: at(`${docs}/revise`, 'effective'),
      }),
    ],
  },
  {
    route: `${docs}/discard`,
    cases: [
      ...pageCases({ route: `${docs}/discard`, ...authors, uid: uidOf('draft') }),
      ...postRefusals({
        path: at(`${docs}/discard`, 'draft'),
        ...authors,
        elsewhere: theirs('admin'),
        form: () => ({}),
      }),
      post(at(`${docs}/discard`, 'inReview'), { kind: 'conflict', by: ours('author'), form: () => ({}), status: 409 }),
      post(at(`${docs}/discard`, 'draft'), {
        kind: 'wrong role',
        about: 'another author',
        by: ours('approver'),
        form: () => ({}),
        status: 403,
      }),
      post(at(`${docs}/discard`, 'draft'), {
        kind: 'success',
        about: 'form',
        by: ours('author'),
        form: () => ({}),
        status: 303,
        location: () => '/dashboard',
      }),
    ],
    without: { invalid: 'The form has no fields.' },
  },
  {
    route: `${docs}/publish`,
    cases: [
      ...pageCases({ route: `${docs}/publish`, ...authors, uid: uidOf('approved') }),
      ...postRefusals({
        path: at(`${docs}/publish`, 'approved'),
        by: ours('admin'),
        not: ours('author'),
        elsewhere: theirs('admin'),
        form: publication,
      }),
      post(at(`${docs}/publish`, 'approved'), {
        kind: 'invalid',
        about: 'a date that is past',
        by: ours('admin'),
        form: (site) => ({ ...publication(site), effectiveDate: '04 Mar 2020' }),
        status: 422,
        says: 'Choose a date in the future',
      }),
      post(at(`${docs}/publish`, 'approved'), {
        kind: 'invalid',
        about: 'departments of another organisation',
        by: ours('admin'),
        form: (site) => ({ ...publication(site), departments: site.theirs.world.uidsOf(['Quality']) }),
        status: 422,
      }),
      post(at(`${docs}/publish`, 'approved'), {
        kind: 'success',
        about: 'preview',
        by: ours('admin'),
        form: (site) => ({ ...publication(site), preview: 'on' }),
        status: 200,
        says: 'assigned training',
      }),
      post(at(`${docs}/publish`, 'approved'), {
        kind: 'conflict',
        about: 'for other people than were shown',
        by: ours('admin'),
        form: (site) => ({ ...publication(site), promise: '7.other.people' }),
        status: 409,
        says: 'Who will be assigned is not what was shown, and nothing was recorded.',
      }),
      post(at(`${docs}/publish`, 'inReview'), {
        kind: 'conflict',
        by: ours('admin'),
        form: publication,
        status: 303,
        location: at(`${docs}/revise`, 'inReview'),
      }),
      post(at(`${docs}/publish`, 'approved'), {
        kind: 'success',
        about: 'form',
        by: ours('admin'),
        form: publication,
        status: 303,
      }),
    ],
  },
  {
    route: docs,
    cases: [
      ...pageCases({ route: docs, by: ours('employee'), uid: uidOf('effective') }),
      {
        kind: 'wrong role',
        about: 'a draft',
        by: ours('employee'),
        method: 'GET',
        path: at(docs, 'draft'),
        status: 404,
      },
      ...postRefusals({
        path: at(docs, 'effective'),
        by: ours('admin'),
        not: ours('author'),
        elsewhere: theirs('admin'),
        form: (site) => ({ departments: departments(site) }),
      }),
      post(at(docs, 'effective'), { kind: 'invalid', by: ours('admin'), form: () => ({}), status: 422 }),
      post(at(docs, 'retired'), {
        kind: 'conflict',
        by: ours('admin'),
        form: (site) => ({ departments: departments(site) }),
        status: 303,
        location: at(`${docs}/revise`, 'retired'),
      }),
      post(at(docs, 'effective'), {
        kind: 'success',
        about: 'form',
        by: ours('admin'),
        form: (site) => ({ departments: site.ours.world.uidsOf(['Quality', 'Laboratory']) }),
        status: 303,
      }),
    ],
  },
  page(`${docs}/history`, 'effective', { says: 'View History' }),
  {
    route: `${docs}/retire`,
    cases: [
      ...pageCases({ route: `${docs}/retire`, ...authors, uid: uidOf('pending') }),
      ...postRefusals({
        path: at(`${docs}/retire`, 'pending'),
        by: ours('admin'),
        not: ours('author'),
        elsewhere: theirs('admin'),
        form: () => ({ reason: 'No longer needed.' }),
      }),
      post(at(`${docs}/retire`, 'pending'), {
        kind: 'invalid',
        by: ours('admin'),
        form: () => ({ reason: '' }),
        status: 422,
      }),
      post(at(`${docs}/retire`, 'retired'), {
        kind: 'conflict',
        by: ours('admin'),
        form: () => ({ reason: 'Again.' }),
        status: 409,
      }),
      post(at(`${docs}/retire`, 'underRevision'), {
        kind: 'success',
        about: 'form',
        by: ours('admin'),
        form: () => ({ reason: 'No longer needed.' }),
        status: 303,
      }),
    ],
  },
];

const beginUpload: Form = { act: 'begin', kind: 'final', filename: 'Procedure.pdf', size: '1024' };

function revision(site: Site): Form {
  return { name: 'Supplier Audits', version: '2.0', approvers: [site.ours.admin.uid] };
}

function publication(site: Site): Form {
  return { effectiveDate: soon, departments: departments(site) };
}
