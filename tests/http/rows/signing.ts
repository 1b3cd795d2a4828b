import { ours, theirs } from '../chosen.ts';
import { commentPosts } from './changes.ts';
import { get, post, pageCases, postRefusals, type Case, type Row } from '../matrix.ts';
import type { Form, Site } from '../site.ts';
import { signatureOf, type Person } from '#app/set-up/demonstration/world.ts';

export const noPost = { invalid: 'It takes no form.', conflict: 'It changes nothing.' };
export const everybody = { 'wrong role': 'Every role can be asked to sign.' };
const inReview = (site: Site) => site.ours.documents.inReview;

export const signed = (person: Person, reason?: string): Form => {
  const { consent: _, ...fields } = signatureOf(person);
  return { ...fields, consent: 'on', ...(reason === undefined ? {} : { reason }) };
};

const approve = '/dashboard/approve/:uid';
const approvePath = (site: Site) => approve.replace(':uid', inReview(site));
const decided = (site: Site) => `${approvePath(site)}?decision=approve`;
const opened = (site: Site) => `/dashboard/docs/${inReview(site)}/files/1.0/final?purpose=approval`;

/** Opens the PDF, which the server requires before a signature. */
export const read = (by: Case['by'], path: Case['path']): Case => ({
  kind: 'success',
  about: 'the PDF is opened first',
  by,
  method: 'GET',
  path,
  status: 200,
  type: 'application/pdf',
});

const files = '/dashboard/docs/:uid/files/:version/:kind';
const file = (version: string, kind: string) => ({
  rest: (path: string) => path.replace(':version', version).replace(':kind', kind),
});
const fileAt = (which: 'effective' | 'draft', version: string, kind: string) => (site: Site) =>
  file(version, kind).rest(files.replace(':uid', site.ours.documents[which]));

const version = '/dashboard/docs/:uid/versions/:version';
const versionAt = (which: 'effective' | 'draft') => (site: Site) =>
  file('1.0', '').rest(version.replace(':uid', site.ours.documents[which]));

const compare = '/dashboard/docs/:uid/compare';
const comparePdf = `${compare}.pdf`;
const compareAt = (which: 'effective' | 'draft' | 'underRevision', search: string) => (site: Site) =>
  `${compare.replace(':uid', site.ours.documents[which])}${search}`;

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
      ...commentPosts,
    ],
  },
  {
    route: compare,
    cases: [
      ...pageCases({
        route: compare,
        by: ours('employee'),
        uid: (site) => site.ours.documents.effective,
        says: 'is the only version that you may read',
      }),
      get(compareAt('draft', ''), { kind: 'wrong role', about: 'a draft', by: ours('employee'), status: 404 }),
      get(compareAt('underRevision', '?from=1.0&to=2.0'), {
        kind: 'wrong role',
        about: 'a version in review',
        by: ours('employee'),
        status: 404,
      }),
      get(compareAt('effective', '?from=9.9'), {
        kind: 'invalid',
        about: 'no such version',
        by: ours('author'),
        status: 404,
      }),
      get(compareAt('underRevision', '?from=1.0&to=2.0'), {
        kind: 'success',
        about: 'two versions',
        by: ours('author'),
        status: 200,
        says:
          'Every word, every embedded picture, links, form fields, notes, bookmarks and attached files were ' +
          'compared',
      }),
    ],
    without: { conflict: noPost.conflict },
  },
  {
    route: comparePdf,
    cases: [
      ...pageCases({
        route: comparePdf,
        by: ours('author'),
        uid: (site) => site.ours.documents.underRevision,
        type: 'application/pdf',
      }),
      get((site) => `${compareAt('draft', '')(site)}.pdf`, {
        kind: 'wrong role',
        about: 'a draft',
        by: ours('employee'),
        status: 404,
      }),
      get((site) => `${compareAt('effective', '')(site)}.pdf`, {
        kind: 'invalid',
        about: 'only one version',
        by: ours('employee'),
        status: 422,
      }),
    ],
    without: { conflict: noPost.conflict },
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
];
