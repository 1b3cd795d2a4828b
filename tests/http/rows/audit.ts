import { ours } from '../chosen.ts';
import { pageCases, type Row } from '../matrix.ts';
import type { Site } from '../site.ts';

const readers = { by: ours('author'), not: ours('employee') };
const uid = ({ ours: { documents } }: Site) => documents.effective;
const readsOnly = { invalid: 'It takes no form.', conflict: 'It changes nothing.' };

const page = (route: string, more: Partial<Parameters<typeof pageCases>[0]> = {}): Row => ({
  route,
  cases: pageCases({ route, ...readers, uid, ...more }),
  without: readsOnly,
});

/** A file that employees get too, of what they may read. */
const forEverybody = (route: string, type: string): Row => {
  const { cases } = page(route, { type, not: undefined });
  const ofEmployee = pageCases({ route, by: ours('employee'), uid, type }).filter(({ kind }) => kind === 'success');
  const without = { ...readsOnly, 'wrong role': 'A setting withholds it from employees.' };
  return { route, cases: [...cases, ...ofEmployee.map((one) => ({ ...one, about: 'for an employee' }))], without };
};

/** The first event of the trail: that of the document's creation. */
const firstOf = new WeakMap<Site, string>();
export async function findFirstEvent(site: Site): Promise<void> {
  const { events } = await site.services.ledger.readStream(site.ours.world.org, `document-${uid(site)}`);
  firstOf.set(site, events[0]!.position);
}
const atFirst = { rest: (path: string, site: Site) => path.replace(':position', firstOf.get(site) ?? '0') };

const notInTrail = (route: string, position: string, about: string): Row['cases'][number] => ({
  kind: 'invalid',
  about,
  by: ours('author'),
  method: 'GET',
  path: (site) => route.replace(':uid', uid(site)).replace(':position', position),
  status: 404,
});

const eventPage = (route: string, more: { says?: string; type?: string } = {}): Row => {
  const row = page(route, { ...atFirst, ...more });
  const invalid = [
    notInTrail(route, '1', 'an event that is not the document’s'),
    notInTrail(route, '99999999', 'an event that is not there'),
    notInTrail(route, 'x', 'no position'),
  ];
  return { ...row, cases: [...row.cases, ...invalid], without: { conflict: readsOnly.conflict } };
};

const trail = '/dashboard/docs/:uid/audit';

export const auditRows: Row[] = [
  page(trail, { says: 'Audit trail of' }),
  page(`${trail}/export`, { says: 'Proof bundle, JSON' }),
  forEverybody(`${trail}/export.pdf`, 'application/pdf'),
  forEverybody(`${trail}/export.csv`, 'text/csv'),
  page(`${trail}/export.json`, { type: 'application/json' }),
  page(`${trail}/verify`, { says: 'events are unchanged' }),
  eventPage(`${trail}/:position`, { says: 'In the ledger, unchanged' }),
  eventPage(`${trail}/:position/event.json`, { type: 'application/json' }),
  eventPage(`${trail}/:position/event.tlog-proof`, { type: 'text/plain' }),
];
