import { ours } from '../../chosen.ts';
import { pageCases, type Case, type Row } from '../../matrix.ts';
import type { Form, Site } from '../../site.ts';
import type { ScenarioDocuments } from '#tests/support/scenario.ts';

export const noUid = {
  'another organisation': 'The address names nothing.',
  'unknown uid': 'The address names nothing.',
  'malformed uid': 'The address names nothing.',
};
export const noPost = { invalid: 'It takes no form.', conflict: 'It changes nothing.' };
export const noFiles = 'It needs files: shown by tests/commands and the browser journeys.';
export const everybody = { 'wrong role': 'It is for everybody.' };
export const authors = { by: ours('author'), not: ours('employee') };

export type Which = keyof ScenarioDocuments;
export const uidOf = (which: Which) => (site: Site) => site.ours.documents[which];
export const at = (route: string, which: Which) => (site: Site) => route.replace(':uid', uidOf(which)(site));
export const departments = (site: Site) => site.ours.world.uidsOf(['Quality']);

export type Posting = Pick<Case, 'kind' | 'by' | 'status'> & Partial<Case> & { form: (site: Site) => Form };
export const post = (path: Case['path'], more: Posting): Case => ({ method: 'POST', path, ...more });

export const page = (
  route: string,
  which: Which,
  more: Partial<Parameters<typeof pageCases>[0]> = {},
  without: Row['without'] = noPost,
): Row => ({ route, cases: pageCases({ route, ...authors, uid: uidOf(which), ...more }), without });

export const docs = '/dashboard/docs/:uid';
