import { nobody, nowhere, ours, theirs } from '../chosen.ts';
import { get, noUid, post, pageCases, postRefusals, type Case, type Row } from '../matrix.ts';
import type { Form, Site } from '../site.ts';
import { signatureOf, type Person } from '#app/demo/world.ts';

const noPost = { invalid: 'It takes no form.', conflict: 'It changes nothing.' };
const everybody = { 'wrong role': 'Every role can be asked to sign.' };
const inReview = (site: Site) => site.ours.documents.inReview;

const signed = (person: Person, reason?: string): Form => {
  const { consent: _, ...fields } = signatureOf(person);
  return { ...fields, consent: 'on', ...(reason === undefined ? {} : { reason }) };
};

const approve = '/dashboard/approve/:uid';
const approvePath = (site: Site) => approve.replace(':uid', inReview(site));
const decided = (site: Site) => `${approvePath(site)}?decision=approve`;
const opened = (site: Site) => `/dashboard/docs/${inReview(site)}/files/1.0/final?purpose=approval`;

/** Opens the PDF, which the server requires before a signature. */
const read = (by: Case['by'], path: Case['path']): Case => ({
  kind: 'success',
  about: 'the PDF is opened first',
  by,
  method: 'GET',
  path,
  status: 200,
  type: 'application/pdf',
});

const records = new WeakMap<Site, Record<'open' | 'done', string>>();
/** The training records of the employee: the open one of the scheduled document, and a completed one. */
export async function findRecords(site: Site): Promise<void> {
  const rows = await site.services.database.read(site.ours.world.org, (db) =>
    db
      .selectFrom('read.training_record')
      .select(['uid', 'status'])
      .where('user_uid', '=', site.ours.employee.uid)
      .where('status', 'in', ['OPEN', 'COMPLETED'])
      .execute(),
  );
  const uidOf = (status: string) => rows.find((row) => row.status === status)!.uid;
  records.set(site, { open: uidOf('OPEN'), done: uidOf('COMPLETED') });
}
export const recordOf = (which: 'open' | 'done') => (site: Site) => records.get(site)![which];
const review = '/dashboard/review/:uid';
const reviewPath = (site: Site) => review.replace(':uid', recordOf('open')(site));
const toTrain = (site: Site) => `/dashboard/docs/${site.ours.documents.pending}/files/1.0/final?purpose=training`;

const remind = '/dashboard/training/:uid/remind';
const remindPath = (of: (site: Site) => string) => (site: Site) => remind.replace(':uid', of(site));
const toRecord = () => ({ returnTo: '/dashboard' });

const files = '/dashboard/docs/:uid/files/:version/:kind';
const file = (version: string, kind: string) => ({
  rest: (path: string) => path.replace(':version', version).replace(':kind', kind),
});
const fileAt = (which: 'effective' | 'draft', version: string, kind: string) => (site: Site) =>
  file(version, kind).rest(files.replace(':uid', site.ours.documents[which]));

const version = '/dashboard/docs/:uid/versions/:version';
const versionAt = (which: 'effective' | 'draft') => (site: Site) =>
  file('1.0', '').rest(version.replace(':uid', site.ours.documents[which]));

export const signingRows: Row[] = [
  {
    route: files,
    cases: [
      ...pageCases({
        route: files,
        by: ours('employee'),
        uid: (site) => site.ours.documents.effective,
        ...file('1.0', 'final'),
        type: 'application/pdf',
      }),
      get(fileAt('effective', '1.0', 'working'), {
        kind: 'wrong role',
        about: 'the working file',
        by: ours('employee'),
        status: 404,
      }),
      get(fileAt('draft', '1.0', 'final'), { kind: 'wrong role', about: 'a draft', by: ours('employee'), status: 404 }),
      get(fileAt('effective', '9.9', 'final'), {
        kind: 'invalid',
        about: 'no such version',
        by: ours('author'),
        status: 404,
      }),
      get(fileAt('effective', 'x', 'final'), { kind: 'invalid', about: 'no version', by: ours('author'), status: 404 }),
      get(fileAt('effective', '1.0', 'x'), { kind: 'invalid', about: 'no kind', by: ours('author'), status: 404 }),
    ],
    without: { conflict: noPost.conflict },
  },
  {
    route: version,
    cases: [
      ...pageCases({
        route: version,
        by: ours('employee'),
        uid: (site) => site.ours.documents.effective,
        ...file('1.0', ''),
        says: 'Version 1.0',
      }),
      get(versionAt('draft'), { kind: 'wrong role', about: 'a draft', by: ours('employee'), status: 404 }),
      get(versionAt('draft'), { kind: 'success', about: 'a draft', by: ours('author'), status: 200, says: 'Draft' }),
    ],
    without: noPost,
  },
  {
    route: `${files}/page.png`,
    cases: [
      ...pageCases({
        route: `${files}/page.png`,
        by: ours('employee'),
        uid: (site) => site.ours.documents.effective,
        ...file('1.0', 'final'),
        type: 'image/png',
      }),
      get((site) => `${fileAt('draft', '1.0', 'final')(site)}/page.png`, {
        kind: 'wrong role',
        about: 'a draft',
        by: ours('employee'),
        status: 404,
      }),
      get((site) => `${fileAt('effective', '1.0', 'working')(site)}/page.png`, {
        kind: 'invalid',
        about: 'no PDF',
        by: ours('author'),
        status: 404,
      }),
    ],
    without: { conflict: noPost.conflict },
  },
  {
    route: approve,
    cases: [
      ...pageCases({ route: approve, by: ours('approver'), uid: inReview }),
      get(approvePath, {
        kind: 'wrong role',
        about: 'not a listed approver',
        by: ours('author'),
        status: 303,
        location: () => '/dashboard',
      }),
      ...postRefusals({
        path: decided,
        by: ours('approver'),
        stranger: theirs('approver'),
        form: (site) => signed(site.ours.approver),
      }),
      post(decided, {
        kind: 'conflict',
        about: 'the PDF was not opened',
        by: ours('approver'),
        form: (site) => signed(site.ours.approver),
        status: 409,
      }),
      read(ours('approver'), opened),
      post(decided, {
        kind: 'invalid',
        about: 'nothing filled in',
        by: ours('approver'),
        form: () => ({}),
        status: 422,
      }),
      post(decided, {
        kind: 'invalid',
        about: 'a wrong password',
        by: ours('approver'),
        form: (site) => ({ ...signed(site.ours.approver), password: 'not-the-password' }),
        status: 401,
        says: 'Your email address and password combination are incorrect.',
      }),
      post(decided, {
        kind: 'success',
        about: 'form',
        by: ours('approver'),
        form: (site) => signed(site.ours.approver),
        status: 303,
        location: (site) => `${approvePath(site)}/signed`,
      }),
    ],
  },
  {
    route: `${approve}/reject`,
    cases: pageCases({ route: `${approve}/reject`, by: ours('admin'), uid: inReview }),
    without: { ...everybody, ...noPost },
  },
  {
    route: `${approve}/signed`,
    cases: pageCases({ route: `${approve}/signed`, by: ours('approver'), uid: inReview }),
    without: { ...everybody, ...noPost },
  },
  {
    route: remind,
    cases: [
      get(remindPath(recordOf('open')), { kind: 'anonymous', by: nobody, status: 302, location: /^\/\?redirect=/ }),
      get(remindPath(recordOf('open')), {
        kind: 'success',
        about: 'it has no page',
        by: ours('author'),
        status: 302,
        location: () => '/dashboard',
      }),
      ...postRefusals({
        path: remindPath(recordOf('open')),
        by: ours('admin'),
        not: ours('employee'),
        stranger: theirs('admin'),
        form: toRecord,
      }),
      ...[nowhere, 'no-uid'].map((uid) =>
        post(
          remindPath(() => uid),
          {
            kind: uid === nowhere ? 'unknown uid' : 'malformed uid',
            by: ours('admin'),
            form: toRecord,
            status: 404,
          },
        ),
      ),
      post(remindPath(recordOf('done')), {
        kind: 'conflict',
        about: 'signed training',
        by: ours('admin'),
        form: toRecord,
        status: 303,
        location: () => '/dashboard',
      }),
      post(remindPath(recordOf('open')), {
        kind: 'success',
        about: 'form',
        by: ours('admin'),
        form: toRecord,
        status: 303,
        location: () => '/dashboard',
      }),
    ],
    without: { invalid: 'The form has no fields.' },
  },
  {
    route: review,
    cases: [
      ...pageCases({ route: review, by: ours('employee'), uid: recordOf('open') }),
      get(reviewPath, {
        kind: 'wrong role',
        about: 'somebody else’s record',
        by: ours('outsider'),
        status: 303,
        location: () => '/dashboard',
      }),
      ...postRefusals({
        path: reviewPath,
        by: ours('employee'),
        stranger: theirs('employee'),
        form: (site) => signed(site.ours.employee),
      }),
      post((site) => review.replace(':uid', recordOf('done')(site)), {
        kind: 'conflict',
        about: 'signed before',
        by: ours('employee'),
        form: (site) => ({ ...signed(site.ours.employee), signedName: 'H. Kobayashi' }),
        status: 303,
        location: () => '/dashboard',
      }),
      post((site) => review.replace(':uid', recordOf('done')(site)), {
        kind: 'success',
        about: 'the same signature sent again',
        by: ours('employee'),
        form: (site) => signed(site.ours.employee),
        status: 303,
        location: /\/signed$/,
      }),
      read(ours('employee'), toTrain),
      post(reviewPath, { kind: 'invalid', by: ours('employee'), form: () => ({}), status: 422 }),
      post(reviewPath, {
        kind: 'success',
        about: 'form',
        by: ours('employee'),
        form: (site) => signed(site.ours.employee),
        status: 303,
        location: (site) => `${reviewPath(site)}/signed`,
      }),
    ],
  },
  {
    route: `${review}/signed`,
    cases: pageCases({ route: `${review}/signed`, by: ours('employee'), uid: recordOf('done') }),
    without: { ...everybody, ...noPost },
  },
  {
    route: '/dashboard/training',
    cases: pageCases({ route: '/dashboard/training', by: ours('employee') }),
    without: { 'wrong role': 'Everybody has training.', ...noUid, ...noPost },
  },
  {
    route: '/dashboard/training/:uid',
    cases: [
      ...pageCases({ route: '/dashboard/training/:uid', by: ours('employee'), uid: recordOf('done') }),
      get((site) => `/dashboard/training/${recordOf('done')(site)}`, {
        kind: 'wrong role',
        about: 'somebody else’s record',
        by: ours('approver'),
        status: 404,
      }),
    ],
    without: noPost,
  },
];
