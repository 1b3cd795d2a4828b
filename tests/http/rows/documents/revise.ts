import { ours, theirs } from '../../chosen.ts';
import { post, pageCases, postRefusals, type Row } from '../../matrix.ts';
import type { Form, Site } from '../../site.ts';
import { noFiles, authors, uidOf, at, docs } from './shared.ts';

export const reviseRows: Row[] = [
  {
    route: `${docs}/revise`,
    cases: [
      ...pageCases({ route: `${docs}/revise`, ...authors, uid: uidOf('rejected') }),
      ...postRefusals({
        path: at(`${docs}/revise`, 'rejected'),
        ...authors,
        stranger: theirs('admin'),
        form: revision,
      }),
      post(at(`${docs}/revise`, 'rejected'), {
        kind: 'invalid',
        about: 'no files',
        by: ours('author'),
        form: revision,
        status: 422,
      }),
      ...['Document name is already in use.', 'Version number must be increasing'].map((says) =>
        post(at(`${docs}/revise`, 'rejected'), {
          kind: 'invalid',
          about: `without files, with an error: ${says}`,
          by: ours('author'),
          form: (site) => ({ ...revision(site), name: 'Deviation Handling', version: '1.0' }),
          status: 422,
          says,
        }),
      ),
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
        stranger: theirs('admin'),
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
];

function revision(site: Site): Form {
  return { name: 'Supplier Audits', version: '2.0', approvers: [site.ours.admin.uid] };
}
