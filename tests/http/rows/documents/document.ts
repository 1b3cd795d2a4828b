import { uidOf as uidIn } from '#app/library-import/source-pack/uids.ts';
import { imports } from '#tests/library-import/make-imports.ts';
import { ours, theirs } from '../../chosen.ts';
import { get, post, pageCases, postRefusals, type Case, type Row } from '../../matrix.ts';
import type { Form, Site } from '../../site.ts';
import { authors, uidOf, at, departments, noPost, page, docs } from './shared.ts';

const reviewRoute = `${docs}/periodic-review`;
const noChange: Form = { outcome: 'no_change_needed', comment: 'It says how the work is done.' };
const soon = '04 Mar 2031';

const record = departmentsRow(`${docs}/record`);
const related = get(() => `${docs.replace(':uid', uidIn(imports.completed, 'document', 'VA-2001/1'))}/record`, {
  kind: 'success',
  about: 'documents that the source of an import related',
  by: ours('employee'),
  status: 200,
  says: 'refers to this document',
});

export const documentRows: Row[] = [
  {
    route: reviewRoute,
    cases: [
      ...pageCases({ route: reviewRoute, ...authors, uid: uidOf('effective'), says: 'Periodic review' }),
      get(at(reviewRoute, 'effective'), {
        kind: 'wrong role',
        about: 'another author',
        by: ours('approver'),
        status: 403,
      }),
      ...postRefusals({
        path: at(reviewRoute, 'effective'),
        ...authors,
        stranger: theirs('admin'),
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
        stranger: theirs('admin'),
        form: () => ({}),
      }),
      post(at(`${docs}/discard`, 'inReview'), { kind: 'conflict', by: ours('author'), form: () => ({}), status: 409 }),
      post(at(`${docs}/discard`, 'discarded'), {
        kind: 'conflict',
        about: 'a draft that was discarded meanwhile',
        by: ours('author'),
        form: () => ({}),
        status: 404,
        says: 'The record was discarded, or belongs to someone else.',
      }),
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
        stranger: theirs('admin'),
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
        says: 'Everyone in these departments is assigned training.',
      }),
      post(at(`${docs}/publish`, 'approved'), {
        kind: 'success',
        about: 'preview without training',
        by: ours('admin'),
        form: (site) => ({ ...publication(site), waiveTraining: 'on', preview: 'on' }),
        status: 200,
        says: 'Training is not required: nobody in these departments is assigned any.',
      }),
      post(at(`${docs}/publish`, 'approved'), {
        kind: 'conflict',
        about: 'other trainees than the preview showed',
        by: ours('admin'),
        form: (site) => ({ ...publication(site), previewToken: '7.other.people' }),
        status: 409,
        says: 'The preview is out of date. Nothing was recorded.',
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
  departmentsRow(docs, { status: 302, location: at(`${docs}/read`, 'effective') }),
  { ...record, cases: [...record.cases, related] },
  tabRow(`${docs}/read`),
  tabRow(`${docs}/timeline`),
  page(`${docs}/history`, 'effective', { says: 'View History' }),
  {
    route: `${docs}/retire`,
    cases: [
      ...pageCases({ route: `${docs}/retire`, ...authors, uid: uidOf('pending') }),
      ...postRefusals({
        path: at(`${docs}/retire`, 'pending'),
        by: ours('admin'),
        not: ours('author'),
        stranger: theirs('admin'),
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

function publication(site: Site): Form {
  return { effectiveDate: soon, departments: departments(site) };
}

/** A page that is for everybody who may see the version. */
function tabRow(route: string): Row {
  return {
    route,
    cases: [
      ...pageCases({ route, by: ours('employee'), uid: uidOf('effective') }),
      get(at(route, 'draft'), { kind: 'wrong role', about: 'a draft', by: ours('employee'), status: 404 }),
    ],
    without: noPost,
  };
}

/** A page with the form of the departments. `employees`: what they get of it. */
function departmentsRow(route: string, employees: Partial<Case> = {}): Row {
  return {
    route,
    cases: [
      ...pageCases({ route, by: ours('author'), uid: uidOf('effective') }),
      get(at(route, 'effective'), {
        kind: 'success',
        about: 'an employee',
        by: ours('employee'),
        status: 200,
        ...employees,
      }),
      get(at(route, 'draft'), { kind: 'wrong role', about: 'a draft', by: ours('employee'), status: 404 }),
      ...postRefusals({
        path: at(route, 'effective'),
        by: ours('admin'),
        not: ours('author'),
        stranger: theirs('admin'),
        form: (site) => ({ departments: departments(site) }),
      }),
      post(at(route, 'effective'), { kind: 'invalid', by: ours('admin'), form: () => ({}), status: 422 }),
      post(at(route, 'retired'), {
        kind: 'conflict',
        by: ours('admin'),
        form: (site) => ({ departments: departments(site) }),
        status: 303,
        location: at(`${docs}/revise`, 'retired'),
      }),
      post(at(route, 'effective'), {
        kind: 'success',
        about: 'form',
        by: ours('admin'),
        form: (site) => ({ departments: site.ours.world.uidsOf(['Quality', 'Laboratory']) }),
        status: 303,
      }),
    ],
  };
}
