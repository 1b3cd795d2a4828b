import { nobody, nowhere, ours, theirs } from '../chosen.ts';
import { get, noUid, pageCases, post, postRefusals, type Row } from '../matrix.ts';
import type { Site } from '../site.ts';
import { everybody, noPost, read, signed } from './signing.ts';

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

export const trainingRows: Row[] = [
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
