import { useLoaderData } from '@remix-run/react';
import { redirect, type MetaArgs } from '@remix-run/node';
import { z } from 'zod';
import { isAdmin, roleMay } from '#events/permissions.ts';
import { addresses } from '#app/kit/addresses.ts';
import { parseDate } from '#app/kit/forms/date.ts';
import { withoutEmpty, listPage } from '#app/kit/screen/screen.ts';
import { lookups } from '#app/kit/screen/lookups.ts';
import { pastLoader } from '#app/kit/screen/past-loader.ts';
import { saveChoice, type PossibleChoices, weighChoice } from '#app/home/preferences/list-choice.ts';
import { listAreas } from '#app/organisation/queries/choices.ts';
import { effectiveSorts, listEffective } from '#app/home/queries/list-effective.ts';
import { listManaged, managedSorts } from '#app/home/queries/list-managed.ts';
import { startHere, trainingCount } from '#app/home/queries/start-here.ts';
import {
  organisationFigures,
  ownFigures,
  type OrganisationFigures,
  type OwnFigures,
} from '#app/home/queries/figures.ts';
import { nextDays } from '#app/home/queries/next-days.ts';
import { setUpSteps } from '#app/home/queries/set-up.ts';
import { savedViews } from '#app/home/queries/views.ts';
import { listOpenTraining, openShows } from '#app/training/queries/list-open.ts';
import { TrainingTab } from '#app/training/screens/training-tab.tsx';
import { AsOfControl, usePast } from '#app/ui/as-of/as-of.tsx';
import { Figures, type FigureLink } from '#app/ui/figures/figures.tsx';
import { LoadProblems } from '#app/ui/notice/load-problems.tsx';
import { Page, SectionHead } from '#app/ui/page/page.tsx';
import { Tabs } from '#app/ui/tabs/tabs.tsx';
import { isoDay } from '#app/ui/text/date.ts';
import { presetLabels } from '#app/organisation/words/setting-words.ts';
import { managedStatuses } from '#app/home/queries/statuses.ts';
import { searchWords } from '#app/kit/query/search-words.ts';
import { EffectiveView } from './effective-view.tsx';
import { newArea } from './list-parameters.ts';
import { ManageView } from './manage-view.tsx';
import { NextDays } from './next-days.tsx';
import { isSetUp, SetUp } from './set-up.tsx';
import { StartHere } from './start-here.tsx';
import { countSignatures, countTasks } from './tasks.ts';

const orders = ['asc', 'desc'] as const;
const shows = ['all', 'my', 'retired'] as const;

/** The address of the documents home. */
const homeSearch = z.object({
  /** Authors and admins start with the manage view, all others with their training. */
  tab: z.enum(['training', 'effective', 'manage']).catch('manage'),
  q: searchWords.default(''),
  sort: z.string().optional(),
  order: z.enum(orders).optional().catch(undefined),
  show: z.enum(shows).catch('all'),
  area: z.string().default(''),
  status: z.enum(managedStatuses).optional().catch(undefined),
  /** `overdue`: documents with overdue training. */
  training: z.enum(['overdue']).optional().catch(undefined),
  /** `all`: every task under Start here. */
  tasks: z.enum(['all']).optional().catch(undefined),
  /** `month`: versions that came into force this month. */
  since: z.enum(['month']).optional().catch(undefined),
  /** Which open training records. */
  only: z.enum(openShows).catch('all'),
  page: listPage,
});

const titles = {
  training: 'Training Documents',
  effective: 'Effective Documents',
  manage: 'Manage Documents',
} as const;

export const meta = ({ data }: MetaArgs<typeof loader>) => [
  { title: `${titles[data?.tab ?? 'training']} - Imprimatur` },
];

/** Returns the value where it is one of these. */
const oneOf = <T extends string>(values: readonly T[], value: string | undefined): T | undefined =>
  values.find((one) => one === value);

export const loader = pastLoader({
  access: 'signed-in',
  looksBack: 'audit.view',
  search: homeSearch,
  async load(page) {
    const { viewer, url, now, search, asof } = page;
    const shorter = withoutEmpty(url);
    if (shorter !== null) throw redirect(shorter);
    if (search.area === newArea && roleMay(viewer.role, 'functional_area.create'))
      throw redirect(addresses.createFunctionalArea());
    const zone = viewer.settings.timeZone;
    const manages = roleMay(viewer.role, 'document.list_all');
    const tab = search.tab === 'manage' && !manages ? 'training' : search.tab;
    const { atOnePosition, problems } = lookups(page);
    const { q, order, page: number } = search;
    const today = isoDay(now, zone);
    const month = parseDate(`${today.slice(0, 7)}-01`, zone) ?? now;
    const year = parseDate(`${today.slice(0, 4)}-01-01`, zone) ?? now;
    let changed: Record<string, string> | null = null;
    const view = await atOnePosition(async (load) => {
      const loadFigures = async () => {
        if (!manages) {
          const own = await load('documents', ownFigures, { since: year }, null);
          return own && employeesFigures(own);
        }
        return { all: await load('documents', organisationFigures, { since: month }, null) };
      };
      // The queries of every tab in one round trip.
      const setsUp = roleMay(viewer.role, 'organisation.change_settings') && !asof && !viewer.listChoices['set-up'];
      const [training, areas, waiting, views, figures, coming, steps] = await Promise.all([
        load('documents', trainingCount, {}, 0),
        tab === 'manage' ? load('functionalAreas', listAreas, { retired: true }, []) : [],
        manages ? load('documents', startHere, { all: search.tasks === 'all' }, null) : null,
        tab === 'manage' ? load('documents', savedViews, {}, []) : [],
        loadFigures(),
        load('documents', nextDays, {}, null),
        setsUp ? load('documents', setUpSteps, {}, null) : null,
      ]);
      const tasks = waiting && countTasks(waiting);
      const common = {
        counts: { training, manage: waiting && countSignatures(waiting) },
        tasks: tasks ?? 0,
        figures: figures && 'all' in figures ? figures.all && managersFigures(figures.all, tasks ?? 0, asof) : figures,
        coming,
        setUp: steps && !isSetUp(steps) ? { ...steps, preset: presetLabels[steps.preset] } : null,
        name: viewer.orgName,
        manages,
        problems,
        zone,
      };
      // A redirect restores the person's last choice, so that the address has the whole state.
      const restore = (list: 'manage' | 'effective', possible: PossibleChoices, usual: Record<string, string>) => {
        const choice = weighChoice(possible, url.searchParams, usual, viewer.listChoices[list] ?? null);
        changed = choice.changed;
        if (!choice.restored) return;
        const filled = Object.entries(choice.restored).filter(([, value]) => value !== '');
        throw redirect(`${url.pathname}?${new URLSearchParams([['tab', list], ...filled]).toString()}`);
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
        const { show, status, training: overdue } = search;
        const state = { q, show, area, sort, order: order ?? orderOf(sort) };
        const list = await load('documents', listManaged, { ...state, status, training: overdue, page: number }, null);
        return {
          tab,
          ...common,
          state: { ...state, status: status ?? null, training: overdue ?? null },
          list,
          waiting,
          all: search.tasks === 'all',
          views,
          areas,
          areaId: page.ports.newId(),
          admin,
        };
      }
      if (tab === 'training') {
        const { only } = search;
        const open = await load('documents', listOpenTraining, { page: number, show: only }, null);
        return { tab, ...common, open, only, now };
      }
      restore('effective', { sort: effectiveSorts, order: orders }, { sort: 'name', order: 'asc' });
      const state = { q, sort: oneOf(effectiveSorts, search.sort) ?? 'name', order: order ?? ('asc' as const) };
      const since = search.since ? month : null;
      const list = await load('documents', listEffective, { ...state, since: since ?? undefined, page: number }, null);
      return { tab, ...common, state, since, list };
    });
    if (changed && tab !== 'training' && page.request.method !== 'HEAD' && asof === undefined)
      await saveChoice(page.ports.database, viewer, tab, changed);
    return view;
  },
});

/** Whether the list of all documents is searched. Filters that are saved for the person (show, area) do not count. */
const isSearched = ({ q, status, training }: Parameters<typeof ManageView>[0]['state']): boolean =>
  q !== '' || status !== null || training !== null;

/** The documents home: open training, effective documents, and for authors and admins all documents. */
export default function Home() {
  const view = useLoaderData<typeof loader>();
  const { tab, counts, manages, problems, figures, coming, setUp, name, zone } = view;
  const asof = usePast();
  const tabs = [
    {
      to: addresses.home('training', asof),
      label: titles.training,
      current: tab === 'training',
      count: { number: counts.training, of: 'to sign' },
    },
    { to: addresses.home('effective', asof), label: titles.effective, current: tab === 'effective' },
  ];
  const manage = {
    to: addresses.home('manage', asof),
    label: titles.manage,
    current: tab === 'manage',
    count: { number: counts.manage ?? 0, of: counts.manage === 1 ? 'needs attention' : 'need attention' },
  };
  return (
    <Page>
      <SectionHead title="Documents" aside={<AsOfControl />}>
        <Tabs label="Documents" tabs={manages ? [...tabs, manage] : tabs} />
      </SectionHead>
      <LoadProblems problems={problems} />
      {setUp && <SetUp name={name} state={setUp} zone={zone} />}
      {figures && <Figures label={manages ? 'At a glance' : 'Your training'} figures={figures} />}
      {view.tab === 'manage' && view.waiting && (
        <StartHere
          waiting={view.waiting}
          training={counts.training}
          zone={zone}
          filtered={isSearched(view.state)}
          all={view.all}
        />
      )}
      <div className="with-margin">
        <div>
          {view.tab === 'training' && view.open && <TrainingTab {...view} training={view.open} tasks={view.tasks} />}
          {view.tab === 'manage' && <ManageView {...view} />}
          {view.tab === 'effective' && view.list && <EffectiveView {...view} list={view.list} />}
        </div>
        {coming && <NextDays coming={coming} zone={zone} />}
      </div>
    </Page>
  );
}

const home = (tab: 'training' | 'effective' | 'manage', parameters: Record<string, string>, asof?: string) =>
  `${addresses.home(tab, asof)}&${new URLSearchParams(parameters).toString()}`;

/** The figures of authors and admins. `tasks`: what waits for the viewer; `asof`: the past moment that is shown. */
const managersFigures = (
  { inReview, effective, overdue }: OrganisationFigures,
  tasks: number,
  asof?: string,
): FigureLink[] => [
  // Without a line: some tasks, a draft for example, leave no trace of when they began to wait.
  { label: 'For you', to: `${home('manage', { tasks: 'all' }, asof)}#start`, count: tasks },
  { label: 'In review', to: home('manage', { status: 'IN_REVIEW' }, asof), count: inReview.now, plot: inReview },
  {
    label: 'Effective this month',
    to: home('effective', { since: 'month', sort: 'effectiveDate', order: 'desc' }, asof),
    count: effective.now,
    plot: { ...effective, came: 'New versions in force' },
  },
  {
    label: 'Overdue training',
    to: home('manage', { training: 'overdue' }, asof),
    count: overdue.now,
    plot: overdue,
    stop: true,
  },
];

/** The figures of employees: their own training. */
const employeesFigures = ({ due, overdue, signed, fresh }: OwnFigures): FigureLink[] => [
  { label: 'Due', to: home('training', { only: 'due' }), count: due.now, plot: due },
  { label: 'Overdue', to: home('training', { only: 'overdue' }), count: overdue.now, plot: overdue, stop: true },
  {
    label: 'Signed this year',
    to: `${addresses.trainingHistory()}?show=completed`,
    count: signed.now,
    plot: { ...signed, came: 'Signed' },
  },
  { label: 'New for you', to: home('training', { only: 'new' }), count: fresh.now, plot: fresh },
];
