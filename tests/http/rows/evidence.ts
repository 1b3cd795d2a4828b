import { showDate } from '#app/ui/text/date.ts';
import { ours } from '../chosen.ts';
import { get, pageCases, type Row } from '../matrix.ts';
import type { Site } from '../site.ts';
import { recordOf } from './training.ts';

const readsOnly = { invalid: 'It takes no form.', conflict: 'That it is taken is recorded; nothing is changed.' };
const zip = { type: 'application/zip' };
const document = '/dashboard/docs/:uid/evidence.zip';
const person = '/dashboard/users/:uid/evidence.zip';
const record = '/dashboard/review/:uid/evidence.zip';
const page = '/dashboard/evidence';
const organisation = '/dashboard/evidence/pack.zip';

const today = new Date();
const dayOf = (days: number) => new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10);
const shownDay = (days: number) => showDate(today.getTime() + days * 86_400_000, 'UTC');
const period = `?from=${dayOf(-1)}&to=${dayOf(1)}`;
const noUid = {
  'another organisation': 'It names nothing.',
  'unknown uid': 'It names nothing.',
  'malformed uid': 'It names nothing.',
};
const of = (site: Site) => site.ours.documents.effective;

export const evidenceRows: Row[] = [
  {
    route: document,
    cases: [
      ...pageCases({ route: document, by: ours('author'), not: ours('employee'), uid: of, ...zip }),
      get((site) => `${document.replace(':uid', of(site))}?at=99999999`, {
        kind: 'invalid',
        about: 'a checkpoint that was never signed',
        by: ours('author'),
        status: 404,
      }),
    ],
    without: { conflict: readsOnly.conflict },
  },
  {
    route: person,
    cases: [
      ...pageCases({
        route: person,
        by: ours('admin'),
        not: ours('employee'),
        uid: (site) => site.ours.outsider.uid,
        ...zip,
      }),
      get((site) => person.replace(':uid', site.ours.employee.uid), {
        kind: 'success',
        about: 'one’s own',
        by: ours('employee'),
        status: 200,
        ...zip,
      }),
    ],
    without: readsOnly,
  },
  {
    route: record,
    cases: pageCases({
      route: record,
      by: ours('employee'),
      not: ours('author'),
      notStatus: 404,
      uid: recordOf('done'),
      ...zip,
    }),
    without: readsOnly,
  },
  {
    route: page,
    cases: [
      ...pageCases({ route: page, by: ours('employee'), says: 'My evidence pack' }),
      get(() => `${page}${period}`, {
        kind: 'success',
        about: 'a period is chosen',
        by: ours('admin'),
        status: 200,
        says: `from ${shownDay(-1)} to ${shownDay(1)}.`,
      }),
      get(() => `${page}?${new URLSearchParams({ from: shownDay(-1), to: shownDay(1) })}`, {
        kind: 'success',
        about: 'a period is typed as dates are written here',
        by: ours('admin'),
        status: 200,
        says: `from ${shownDay(-1)} to ${shownDay(1)}.`,
      }),
      get(() => `${page}?from=12+Mar+2026&to=31+Feb+2026`, {
        kind: 'invalid',
        about: 'a day that is none',
        by: ours('admin'),
        status: 200,
        says: `Enter the last day, for example ${shownDay(0)}.`,
      }),
      get(() => `${page}?from=2026-03-12&to=2026-03-11`, {
        kind: 'invalid',
        about: 'a period that ends before it begins',
        by: ours('admin'),
        status: 200,
        says: 'Choose a last day that is not before the first.',
      }),
    ],
    without: { ...noUid, 'wrong role': 'Everybody has evidence of their own.', conflict: readsOnly.conflict },
  },
  {
    route: organisation,
    cases: [
      ...pageCases({
        route: organisation,
        by: ours('admin'),
        not: ours('author'),
        rest: (path) => `${path}${period}`,
        ...zip,
      }),
      get(() => organisation, { kind: 'invalid', about: 'no period', by: ours('admin'), status: 422 }),
    ],
    without: { ...noUid, conflict: readsOnly.conflict },
  },
];
