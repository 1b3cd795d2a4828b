import { nobody } from '../chosen.ts';
import { get, post, type Row } from '../matrix.ts';

const forEverybody = {
  anonymous: 'It is for those who have no account.',
  'wrong role': 'It is for everybody.',
  'another organisation': 'It names nothing.',
  'unknown uid': 'It names nothing.',
  'malformed uid': 'It names nothing.',
  conflict: 'It changes nothing.',
};

export const verifyRows: Row[] = [
  {
    route: '/verify',
    cases: [
      get(() => '/verify', { kind: 'success', by: nobody, status: 200, says: 'Verify evidence' }),
      post(() => '/verify', {
        kind: 'invalid',
        about: 'a form without files',
        by: nobody,
        form: () => ({ files: 'no file' }),
        status: 400,
        says: 'The request could not be read.',
      }),
    ],
    without: forEverybody,
  },
  {
    route: '/verify/verify.mjs',
    cases: [get(() => '/verify/verify.mjs', { kind: 'success', by: nobody, status: 200, type: 'text/javascript' })],
    without: { ...forEverybody, invalid: 'It takes nothing.' },
  },
];
