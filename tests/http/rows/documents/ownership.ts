import { ours, theirs } from '../../chosen.ts';
import { post, pageCases, postRefusals, type Row } from '../../matrix.ts';
import type { Form, Site } from '../../site.ts';
import { authors, uidOf, at, docs } from './shared.ts';

const transfer = (site: Site): Form => ({ owner: site.ours.approver.uid, reason: 'On parental leave.' });
const reinstatement = (): Form => ({ reason: 'The product is made again.' });

/** Who owns a document, whose duties are separate, and what comes back. */
export const ownershipRows: Row[] = [
  {
    route: `${docs}/owner`,
    cases: [
      ...pageCases({ route: `${docs}/owner`, ...authors, uid: uidOf('rejected'), says: 'New owner' }),
      ...postRefusals({
        path: at(`${docs}/owner`, 'rejected'),
        by: ours('admin'),
        not: ours('employee'),
        stranger: theirs('admin'),
        form: transfer,
      }),
      post(at(`${docs}/owner`, 'rejected'), {
        kind: 'wrong role',
        about: 'another author',
        by: ours('approver'),
        form: transfer,
        status: 403,
      }),
      post(at(`${docs}/owner`, 'rejected'), {
        kind: 'invalid',
        by: ours('author'),
        form: () => ({ owner: '' }),
        status: 422,
        says: 'This field is required.',
      }),
      post(at(`${docs}/owner`, 'rejected'), {
        kind: 'invalid',
        about: 'an employee',
        by: ours('author'),
        form: (site) => ({ ...transfer(site), owner: site.ours.employee.uid }),
        status: 422,
        says: 'owners are active authors and admins',
      }),
      post(at(`${docs}/owner`, 'rejected'), {
        kind: 'invalid',
        about: 'somebody of another organisation',
        by: ours('author'),
        form: (site) => ({ ...transfer(site), owner: site.theirs.author.uid }),
        status: 422,
      }),
      post(at(`${docs}/owner`, 'retired'), { kind: 'conflict', by: ours('admin'), form: transfer, status: 409 }),
      post(at(`${docs}/owner`, 'rejected'), {
        kind: 'success',
        about: 'form',
        by: ours('author'),
        form: transfer,
        status: 303,
        location: at(`${docs}/revise`, 'rejected'),
      }),
      post(at(`${docs}/owner`, 'rejected'), {
        kind: 'wrong role',
        about: 'the former owner',
        by: ours('author'),
        form: transfer,
        status: 403,
      }),
    ],
  },
  {
    route: `${docs}/separation`,
    cases: [
      ...pageCases({ route: `${docs}/separation`, ...authors, uid: uidOf('pending'), says: 'Separation of duties' }),
      ...postRefusals({
        path: at(`${docs}/separation`, 'pending'),
        by: ours('admin'),
        not: ours('author'),
        stranger: theirs('admin'),
        form: () => ({ reason: 'The only expert.' }),
      }),
      post(at(`${docs}/separation`, 'pending'), {
        kind: 'invalid',
        by: ours('admin'),
        form: () => ({ reason: '' }),
        status: 422,
        says: 'This field is required.',
      }),
      post(at(`${docs}/separation`, 'retired'), {
        kind: 'conflict',
        by: ours('admin'),
        form: () => ({ reason: 'The only expert.' }),
        status: 409,
      }),
      post(at(`${docs}/separation`, 'pending'), {
        kind: 'success',
        about: 'form',
        by: ours('admin'),
        form: () => ({ reason: 'The only expert.' }),
        status: 303,
        location: at(docs, 'pending'),
      }),
    ],
  },
  {
    route: `${docs}/reinstate`,
    cases: [
      ...pageCases({ route: `${docs}/reinstate`, ...authors, uid: uidOf('retired') }),
      ...postRefusals({
        path: at(`${docs}/reinstate`, 'retired'),
        by: ours('admin'),
        not: ours('author'),
        stranger: theirs('admin'),
        form: reinstatement,
      }),
      post(at(`${docs}/reinstate`, 'retired'), {
        kind: 'invalid',
        by: ours('admin'),
        form: () => ({ reason: 'x'.repeat(1001) }),
        status: 422,
      }),
      post(at(`${docs}/reinstate`, 'inReview'), {
        kind: 'conflict',
        by: ours('admin'),
        form: reinstatement,
        status: 409,
      }),
      post(at(`${docs}/reinstate`, 'retired'), {
        kind: 'success',
        about: 'form',
        by: ours('admin'),
        form: reinstatement,
        status: 303,
        location: at(`${docs}/revise`, 'retired'),
      }),
    ],
  },
];
