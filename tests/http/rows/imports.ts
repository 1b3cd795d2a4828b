import { uidOf as uidIn } from '#app/library-import/source-pack/uids.ts';
import { imports, signing } from '#tests/library-import/make-imports.ts';
import { ours, theirs } from '../chosen.ts';
import { get, noUid, pageCases, post, postRefusals, type Row } from '../matrix.ts';
import type { Form, Site } from '../site.ts';

export const admins = { by: ours('admin'), not: ours('author') };
export const noPost = { invalid: 'It takes no form.', conflict: 'It changes nothing.' };
const list = '/dashboard/import';
export const one = `${list}/:uid`;
const versionEvidence = '/dashboard/docs/:uid/versions/:version/evidence';
const trainingEvidence = '/dashboard/training/:uid/evidence';
export const uidOf = {
  previewed: () => imports.previewed,
  checked: () => imports.checked,
  completed: () => imports.completed,
  broken: () => imports.broken,
  own: () => imports.own,
};
export const at = (route: string, uid: () => string) => () => route.replace(':uid', uid());

const prepared = { source: 'QDoc 4', reason: 'It is switched off.', prepared: 'Old library' };

export const page = (route: string, uid: () => string, more: Partial<Parameters<typeof pageCases>[0]> = {}) =>
  pageCases({ route, ...admins, uid, ...more });

const signed = ({ ours: { admin } }: Site): Form => ({ ...signing(admin), consent: 'on' });

/** The cases of a form about one import. */
export const forms = (route: string, uid: () => string, form: (site: Site) => Form) =>
  postRefusals({ path: at(route, uid), ...admins, stranger: theirs('admin'), form });

export const importRows: Row[] = [
  {
    route: list,
    cases: pageCases({ route: list, ...admins, says: 'QDoc, completed' }),
    without: { ...noUid, ...noPost },
  },
  {
    route: `${list}/new`,
    cases: [
      ...pageCases({ route: `${list}/new`, ...admins }),
      ...postRefusals({ path: () => `${list}/new`, ...admins, form: () => ({ source: 'QDoc' }) }),
      post(() => `${list}/new`, {
        kind: 'invalid',
        about: 'no file',
        by: admins.by,
        form: () => ({ source: ' ', reason: '' }),
        status: 422,
        says: 'There are three problems on this page',
      }),
      get(() => `${list}/new`, {
        kind: 'success',
        about: 'a folder that the operator prepared',
        by: admins.by,
        status: 200,
        says: 'Old library',
      }),
      post(() => `${list}/new`, {
        kind: 'success',
        about: 'a prepared folder',
        by: admins.by,
        form: () => prepared,
        status: 303,
        location: /^\/dashboard\/import\/[0-9a-f-]{36}$/,
      }),
      post(() => `${list}/new`, {
        kind: 'another organisation',
        about: 'its prepared folder',
        by: theirs('admin'),
        form: () => prepared,
        status: 422,
        says: 'There are no files in this folder.',
      }),
    ],
    without: { ...noUid, conflict: 'tests/library-import refuses a library that was imported.' },
  },
  {
    route: `${list}/templates/:file`,
    cases: [
      ...pageCases({
        route: `${list}/templates/:file`,
        ...admins,
        rest: (path) => path.replace(':file', 'documents.csv'),
        type: 'text/csv',
      }),
      ...['library.xlsx', 'unknown.csv'].map((file) => ({
        kind: 'success' as const,
        about: file,
        by: admins.by,
        method: 'GET' as const,
        path: () => `${list}/templates/${file}`,
        status: file === 'library.xlsx' ? 200 : 404,
        ...(file === 'library.xlsx' && { type: 'application/vnd.openxmlformats-officedocument' }),
      })),
    ],
    without: { ...noUid, ...noPost },
  },
  {
    route: one,
    cases: [
      ...page(one, uidOf.previewed, { says: 'No problem was found.' }),
      ...page(one, uidOf.broken, { says: 'There is no department Weighing.' }).slice(-1),
      ...forms(one, uidOf.broken, () => ({})),
      post(at(one, uidOf.completed), { kind: 'conflict', by: admins.by, form: () => ({}), status: 409 }),
      post(at(one, uidOf.broken), {
        kind: 'success',
        about: 'form',
        by: admins.by,
        form: () => ({}),
        status: 303,
        location: /^\/dashboard\/import\/[0-9a-f-]{36}\?since=/,
      }),
      post(at(one, uidOf.completed), {
        kind: 'conflict',
        about: 'long titles',
        by: admins.by,
        form: () => ({ act: 'cut' }),
        status: 409,
      }),
      post(at(one, uidOf.completed), {
        kind: 'conflict',
        about: 'dates',
        by: admins.by,
        form: () => ({ act: 'dates', 'order-versions-effective-on': 'month_first' }),
        status: 409,
      }),
      post(at(one, uidOf.broken), {
        kind: 'success',
        about: 'long titles are cut',
        by: admins.by,
        form: () => ({ act: 'cut' }),
        status: 303,
        location: () => one.replace(':uid', imports.broken),
      }),
    ],
    without: { invalid: 'Its form has no field.' },
  },
  {
    route: `${one}/columns`,
    cases: [
      ...page(`${one}/columns`, uidOf.broken, { says: 'Not in the source' }),
      ...forms(`${one}/columns`, uidOf.broken, () => ({})),
      post(at(`${one}/columns`, uidOf.completed), {
        kind: 'conflict',
        by: admins.by,
        form: () => ({}),
        status: 303,
        location: () => one.replace(':uid', imports.completed),
      }),
      post(at(`${one}/columns`, uidOf.broken), {
        kind: 'success',
        about: 'form',
        by: admins.by,
        form: () => ({ 'documents-title': 'title', 'documents-retired-on': '' }),
        status: 303,
        location: () => one.replace(':uid', imports.broken),
      }),
    ],
    without: { invalid: 'Each list has a choice that fits.' },
  },
  {
    route: versionEvidence,
    cases: pageCases({
      route: versionEvidence,
      by: admins.by,
      uid: () => uidIn(imports.completed, 'document', 'VA-2001/1'),
      rest: (path) => path.replace(':version', '1.0'),
      type: 'application/pdf',
    }),
    without: { 'wrong role': 'Everybody sees the versions that were ever in force.', ...noPost },
  },
  {
    route: trainingEvidence,
    cases: pageCases({
      route: trainingEvidence,
      by: admins.by,
      uid: () => uidIn(imports.completed, 'training', '2'),
      not: ours('employee'),
      notStatus: 404,
      type: 'application/pdf',
    }),
    without: noPost,
  },
  {
    route: `${one}/problems.csv`,
    cases: page(`${one}/problems.csv`, uidOf.broken, { type: 'text/csv' }),
    without: noPost,
  },
  {
    route: `${one}/report.csv`,
    cases: page(`${one}/report.csv`, uidOf.completed, { type: 'text/csv' }),
    without: noPost,
  },
  {
    route: `${one}/report.pdf`,
    cases: page(`${one}/report.pdf`, uidOf.completed, { type: 'application/pdf' }),
    without: noPost,
  },
  {
    route: `${one}/check`,
    cases: [
      ...page(`${one}/check`, uidOf.previewed, { says: 'Compare the sample' }),
      ...forms(`${one}/check`, uidOf.previewed, signed),
      post(at(`${one}/check`, uidOf.previewed), {
        kind: 'invalid',
        about: 'a row without a verdict, and a form without a signature',
        by: admins.by,
        form: () => ({}),
        status: 422,
        says: 'Say of each row of the sample whether it is equal. Email: ',
      }),
      post(at(`${one}/check`, uidOf.previewed), {
        kind: 'invalid',
        about: 'a row without a verdict',
        by: admins.by,
        form: signed,
        status: 422,
        says: 'Say of each row of the sample whether it is equal.',
      }),
      post(at(`${one}/check`, uidOf.previewed), {
        kind: 'conflict',
        about: 'another preview',
        by: admins.by,
        form: (site) => ({ ...signed(site), plan: 'f'.repeat(64) }),
        status: 412,
      }),
      post(at(`${one}/check`, uidOf.previewed), {
        kind: 'success',
        about: 'form',
        by: admins.by,
        form: (site) => ({
          ...signed(site),
          ...Object.fromEntries(Array.from({ length: 30 }, (_, row) => [`row-${row}`, 'unequal'])),
        }),
        status: 303,
        location: () => one.replace(':uid', imports.previewed),
      }),
    ],
  },
  {
    route: `${one}/approve`,
    cases: [
      ...page(`${one}/approve`, uidOf.checked, { says: 'With your signature the import begins.' }),
      ...forms(`${one}/approve`, uidOf.checked, signed),
      post(at(`${one}/approve`, uidOf.checked), {
        kind: 'invalid',
        by: admins.by,
        form: () => ({}),
        status: 422,
        says: 'This field is required.',
      }),
      post(at(`${one}/approve`, uidOf.own), {
        kind: 'conflict',
        about: 'who began it',
        by: admins.by,
        form: signed,
        status: 303,
        location: () => one.replace(':uid', imports.own),
      }),
      post(at(`${one}/approve`, uidOf.checked), {
        kind: 'success',
        about: 'form',
        by: admins.by,
        form: signed,
        status: 303,
        location: () => one.replace(':uid', imports.checked),
      }),
    ],
  },
  {
    route: `${one}/abandon`,
    cases: [
      ...page(`${one}/abandon`, uidOf.broken),
      ...forms(`${one}/abandon`, uidOf.broken, () => ({ reason: 'The source is mended.' })),
      post(at(`${one}/abandon`, uidOf.broken), {
        kind: 'invalid',
        by: admins.by,
        form: () => ({ reason: '' }),
        status: 422,
        says: 'This field is required.',
      }),
      post(at(`${one}/abandon`, uidOf.completed), {
        kind: 'conflict',
        by: admins.by,
        form: () => ({ reason: 'Too late.' }),
        status: 409,
      }),
      post(at(`${one}/abandon`, uidOf.broken), {
        kind: 'success',
        about: 'form',
        by: admins.by,
        form: () => ({ reason: 'The source is mended.' }),
        status: 303,
      }),
    ],
  },
];
