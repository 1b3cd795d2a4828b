import { ours } from '../../chosen.ts';
import { pageCases, type Row } from '../../matrix.ts';
import type { Site } from '../../site.ts';
import type { ScenarioDocuments } from '#tests/support/scenario.ts';

export const noPost = { invalid: 'It takes no form.', conflict: 'It changes nothing.' };
export const noFiles = 'It needs files: shown by tests/documents and the browser journeys.';
export const everybody = { 'wrong role': 'It is for everybody.' };
export const authors = { by: ours('author'), not: ours('employee') };

export type Which = keyof ScenarioDocuments;
export const uidOf = (which: Which) => (site: Site) => site.ours.documents[which];
export const at = (route: string, which: Which) => (site: Site) => route.replace(':uid', uidOf(which)(site));
export const departments = (site: Site) => site.ours.world.uidsOf(['Quality']);

export const page = (
  route: string,
  which: Which,
  more: Partial<Parameters<typeof pageCases>[0]> = {},
  without: Row['without'] = noPost,
): Row => ({ route, cases: pageCases({ route, ...authors, uid: uidOf(which), ...more }), without });

export const docs = '/dashboard/docs/:uid';
