import { ours, theirs } from '../../chosen.ts';
import { get, post, pageCases, postRefusals, type Row } from '../../matrix.ts';
import type { Form, Site } from '../../site.ts';
import { authors, uidOf, at, docs } from './shared.ts';

const replaceRoute = `${docs}/approvers/:approval/replace`;
const replacement = (site: Site): Form => ({
  approvers: site.ours.author.uid,
  reason: 'On parental leave until June.',
});

/** The approval that the second author has open on the document under revision. */
const approvals = new WeakMap<Site, string>();
const approvalOf = (site: Site): string => approvals.get(site) ?? 'none';
const openApproval = (site: Site): string =>
  at(replaceRoute, 'underRevision')(site).replace(':approval', approvalOf(site));

/** Finds its uid before the first case. */
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

export const approversRows: Row[] = [
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
      get((site) => at(replaceRoute, 'draft')(site).replace(':approval', approvalOf(site)), {
        kind: 'unknown uid',
        about: 'an approval of another document',
        by: ours('admin'),
        status: 404,
      }),
      ...postRefusals({
        path: openApproval,
        by: ours('admin'),
        not: ours('author'),
        stranger: theirs('admin'),
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
        about: 'nothing filled in: both fields have an error',
        by: ours('admin'),
        form: () => ({ approvers: '', reason: '' }),
        status: 422,
        says: 'There are two problems on this page',
      }),
      post(openApproval, {
        kind: 'invalid',
        about: 'somebody of another organisation',
        by: ours('admin'),
        form: (site) => ({ ...replacement(site), approvers: site.theirs.author.uid }),
        status: 422,
      }),
      post(openApproval, {
        kind: 'conflict',
        about: 'somebody who is listed',
        by: ours('admin'),
        form: (site) => ({ ...replacement(site), approvers: site.ours.admin.uid }),
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
        form: (site) => ({ ...replacement(site), approvers: site.ours.approver.uid }),
        status: 409,
        says: 'Nobody was replaced. ',
      }),
      post(openApproval, {
        kind: 'conflict',
        about: 'replaced since the page was opened',
        by: ours('admin'),
        form: (site) => ({ ...replacement(site), approvers: site.ours.approver.uid, expectedVersion: '1' }),
        status: 412,
        says: 'Nobody was replaced. It was changed after you opened it, and nothing was recorded.',
      }),
      get(openApproval, {
        kind: 'success',
        about: 'an approver who was replaced',
        by: ours('admin'),
        status: 200,
        says: 'There is nothing to replace.',
      }),
    ],
  },
  {
    route: `${docs}/approvers`,
    cases: [
      ...pageCases({ route: `${docs}/approvers`, ...authors, uid: uidOf('underRevision') }),
      ...postRefusals({
        path: at(`${docs}/approvers`, 'underRevision'),
        ...authors,
        stranger: theirs('admin'),
        form: (site) => ({ approvers: site.ours.author.uid }),
      }),
      post(at(`${docs}/approvers`, 'underRevision'), {
        kind: 'invalid',
        by: ours('author'),
        form: () => ({ approvers: 'nobody' }),
        status: 422,
      }),
      post(at(`${docs}/approvers`, 'underRevision'), {
        kind: 'invalid',
        about: 'somebody of another organisation',
        by: ours('author'),
        form: (site) => ({ approvers: site.theirs.author.uid }),
        status: 422,
      }),
      post(at(`${docs}/approvers`, 'underRevision'), {
        kind: 'conflict',
        by: ours('author'),
        form: (site) => ({ approvers: site.ours.admin.uid }),
        status: 409,
      }),
      post(at(`${docs}/approvers`, 'underRevision'), {
        kind: 'success',
        about: 'form',
        by: ours('author'),
        form: (site) => ({ approvers: site.ours.approver.uid }),
        status: 303,
      }),
    ],
  },
];
