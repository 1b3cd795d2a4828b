import { useLoaderData } from '@remix-run/react';
import { redirect, type MetaArgs } from '@remix-run/node';
import { z } from 'zod';
import { isAdmin, roleMay } from '#events/permissions.ts';
import { addresses } from '#app/addresses.ts';
import { lookups } from '#app/server/screen/lookups.ts';
import { listPage } from '#app/server/screen/route-input.ts';
import { screenLoader } from '#app/server/screen/screen.ts';
import { saveChoice, type PossibleChoices, weighChoice } from '#app/preferences/list-choice.ts';
import { listAreas } from '#app/queries/document/choices.ts';
import { effectiveSorts, listEffective } from '#app/queries/document/list-effective.ts';
import { listManaged, managedSorts } from '#app/queries/document/list-managed.ts';
import { startHere, tabCounts } from '#app/queries/document/start-here.ts';
import { searchWords } from '#app/queries/search-words.ts';
import { listOpenTraining } from '#app/queries/training/list-open.ts';
import { TrainingTab } from '#app/screens/home/training-tab.tsx';
import { LoadProblems } from '#app/ui/notice/load-problems.tsx';
import { Page, SectionHead } from '#app/ui/page/page.tsx';
import { Tabs } from '#app/ui/tabs/tabs.tsx';
import { EffectiveView } from './effective-view.tsx';
import { ManageView } from './manage-view.tsx';

const orders = ['asc', 'desc'] as const;
const shows = ['all', 'my', 'retired'] as const;

const titles = {
  training: 'Training Documents',
  effective: 'Effective Documents',
  manage: 'Manage Documents',
} as const;

export const meta = ({ data }: MetaArgs<typeof loader>) => [
  { title: `${titles[data?.tab ?? 'training']} - Imprimatur` },
];

const homeSearch = z.object({
  /** Authors and admins start with the manage view, all others with their training. */
  tab: z.enum(['training', 'effective', 'manage']).catch('manage'),
  q: searchWords.default(''),
  sort: z.string().optional(),
  order: z.enum(orders).optional().catch(undefined),
  show: z.enum(shows).catch('all'),
  area: z.string().default(''),
  page: listPage,
});

/** Returns the value where it is one of these. */
const oneOf = <T extends string>(values: readonly T[], value: string | undefined): T | undefined =>
  values.find((one) => one === value);

export const loader = screenLoader({
  access: 'signed-in',
  search: homeSearch,
  async load(page) {
    const { viewer, url, now, search } = page;
    const manages = roleMay(viewer.role, 'document.list_all');
    const tab = search.tab === 'manage' && !manages ? 'training' : search.tab;
    const { atOnePosition, problems } = lookups(page);
    const { q, order, page: number } = search;
    let changed: Record<string, string> | null = null;
    const view = await atOnePosition(async (load) => {
      // Three queries in one round trip.
      const [counts, areas, waiting] = await Promise.all([
        load('documents', tabCounts, {}, { training: 0, manage: null }),
        tab === 'manage' ? load('functionalAreas', listAreas, {}, []) : [],
        tab === 'manage' ? load('documents', startHere, {}, null) : null,
      ]);
      const common = { counts, manages, problems, zone: viewer.settings.timeZone };
      // A redirect restores the person's last choice, so that the address has the whole state.
      const restore = (list: 'manage' | 'effective', possible: PossibleChoices, usual: Record<string, string>) => {
        const choice = weighChoice(possible, url.searchParams, usual, viewer.listChoices[list] ?? null);
        changed = choice.changed;
        if (choice.restored)
          throw redirect(`${url.pathname}?${new URLSearchParams({ tab: list, ...choice.restored }).toString()}`);
      };
      if (tab === 'manage') {
        const preset = viewer.settings.manageSort;
        const admin = isAdmin(viewer.role);
        const orderOf = (sort: string) => (sort === 'revisedDate' ? ('desc' as const) : ('asc' as const));
        restore(
          'manage',
          { sort: managedSorts, order: orders, show: admin ? shows : ['all', 'my'], area: ['', ...areas] },
          { sort: preset, order: orderOf(preset), show: 'all', area: '' },
        );
        const sort = oneOf(managedSorts, search.sort) ?? preset;
        const area = oneOf(areas, search.area) ?? '';
        const state = { q, show: search.show, area, sort, order: order ?? orderOf(sort) };
        const list = await load('documents', listManaged, { ...state, page: number }, null);
        return { tab, ...common, state, list, waiting, areas, areaId: page.ports.newId(), admin };
      }
      if (tab === 'training') {
        const training = await load('documents', listOpenTraining, { page: number }, null);
        return { tab, ...common, training, now };
      }
      restore('effective', { sort: effectiveSorts, order: orders }, { sort: 'name', order: 'asc' });
      const state = { q, sort: oneOf(effectiveSorts, search.sort) ?? 'name', order: order ?? ('asc' as const) };
      const list = await load('documents', listEffective, { ...state, page: number }, null);
      return { tab, ...common, state, list };
    });
    if (changed && tab !== 'training' && page.request.method !== 'HEAD')
      await saveChoice(page.ports.database, viewer, tab, changed);
    return view;
  },
});

/** The documents home: open training, effective documents, and for authors and admins all documents. */
export default function Home() {
  const view = useLoaderData<typeof loader>();
  const { tab, counts, manages, problems } = view;
  const tabs = [
    {
      to: addresses.home('training'),
      label: titles.training,
      current: tab === 'training',
      count: { number: counts.training, of: 'to sign' },
    },
    { to: addresses.home('effective'), label: titles.effective, current: tab === 'effective' },
  ];
  const manage = {
    to: addresses.home('manage'),
    label: titles.manage,
    current: tab === 'manage',
    count: { number: counts.manage ?? 0, of: counts.manage === 1 ? 'needs attention' : 'need attention' },
  };
  return (
    <Page>
      <SectionHead title="Documents">
        <Tabs label="Documents" tabs={manages ? [...tabs, manage] : tabs} />
      </SectionHead>
      <LoadProblems problems={problems} />
      {view.tab === 'training' && view.training && <TrainingTab {...view} training={view.training} />}
      {view.tab === 'manage' && <ManageView {...view} />}
      {view.tab === 'effective' && view.list && <EffectiveView {...view} list={view.list} />}
    </Page>
  );
}
