import { uidOf as uidIn } from '#app/library-import/source-pack/uids.ts';
import { imports } from '#tests/library-import/make-imports.ts';
import { pageCases, post, type Row } from '../matrix.ts';
import { admins, at, forms, noPost, one, page, uidOf } from './imports.ts';

const lacking = '/dashboard/docs/:uid/assign-training';
const imported = () => uidIn(imports.completed, 'document', 'VA-2001/1');

/** The pages that mend an import, and what follows one. */
export const mendedImportRows: Row[] = [
  {
    route: `${one}/files`,
    cases: [
      ...page(`${one}/files`, () => imports.mendable, { says: 'Send only what changed.' }),
      ...forms(
        `${one}/files`,
        () => imports.mendable,
        () => ({}),
      ),
      post(
        at(`${one}/files`, () => imports.mendable),
        {
          kind: 'invalid',
          by: admins.by,
          form: () => ({}),
          status: 422,
          says: 'This field is required.',
        },
      ),
      post(at(`${one}/files`, uidOf.completed), {
        kind: 'conflict',
        by: admins.by,
        form: () => ({ prepared: 'Old library' }),
        status: 303,
        location: () => one.replace(':uid', imports.completed),
      }),
      post(
        at(`${one}/files`, () => imports.mendable),
        {
          kind: 'success',
          about: 'a prepared folder',
          by: admins.by,
          form: () => ({ prepared: 'Old library' }),
          status: 303,
          location: () => one.replace(':uid', imports.mendable),
        },
      ),
    ],
  },
  {
    route: `${one}/exceptions`,
    cases: [
      ...page(`${one}/exceptions`, () => imports.doubtful, { says: 'I accept' }),
      ...forms(
        `${one}/exceptions`,
        () => imports.doubtful,
        () => ({ reason: 'As the binder has it.' }),
      ),
      post(
        at(`${one}/exceptions`, () => imports.doubtful),
        {
          kind: 'invalid',
          by: admins.by,
          form: () => ({ reason: '' }),
          status: 422,
          says: 'This field is required.',
        },
      ),
      post(at(`${one}/exceptions`, uidOf.completed), {
        kind: 'conflict',
        by: admins.by,
        form: () => ({ reason: 'Too late.', plan: 'f'.repeat(64), exceptions: '0' }),
        status: 303,
        location: () => one.replace(':uid', imports.completed),
      }),
      post(
        at(`${one}/exceptions`, () => imports.doubtful),
        {
          kind: 'success',
          about: 'form',
          by: admins.by,
          form: () => ({ reason: 'As the binder has it.', plan: imports.doubtfulPlan, exceptions: '0' }),
          status: 303,
          location: () => one.replace(':uid', imports.doubtful),
        },
      ),
    ],
  },
  {
    route: `${one}/sample/:at/pdf`,
    cases: pageCases({
      route: `${one}/sample/:at/pdf`,
      ...admins,
      uid: uidOf.previewed,
      rest: (path) => path.replace(':at', String(imports.versionInSample)),
      type: 'application/pdf',
    }),
    without: noPost,
  },
  {
    route: lacking,
    cases: [
      ...page(lacking, imported, { says: 'Assign those who lack it' }),
      ...forms(lacking, imported, () => ({})),
      post(at(lacking, imported), {
        kind: 'success',
        about: 'form',
        by: admins.by,
        form: () => ({}),
        status: 303,
        location: () => `/dashboard/docs/${imported()}`,
      }),
    ],
    without: { invalid: 'Its form has no field.', conflict: 'tests/promises refuses it where nobody lacks training.' },
  },
];
