import { useLoaderData } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import { pastLoader } from '#app/kit/screen/past-loader.ts';
import { ownTrainingHistory } from '#app/training/queries/training-history.ts';
import { AsOfControl, usePast } from '#app/ui/as-of/as-of.tsx';
import { BackLink, Page, TitleBlock } from '#app/ui/page/page.tsx';
import { TrainingHistory } from './history-register.tsx';
import { historySearch } from './history-search.ts';

export const meta = () => [{ title: 'Your training - Imprimatur' }];

export const loader = pastLoader({
  access: 'training.view_own',
  looksBack: 'training.view_own',
  search: historySearch,
  load: async ({ ask, search, viewer, now }) => ({
    history: await ask(ownTrainingHistory, search),
    zone: viewer.settings.timeZone,
    now,
  }),
});

/** The page of a person's own training. */
export default function OwnHistory() {
  const { history, now, zone } = useLoaderData<typeof loader>();
  return (
    <Page>
      <TitleBlock
        compact
        trail={<BackLink to={addresses.home('training', usePast())}>Documents</BackLink>}
        title="Your training"
        facts={<span>Completed, open and cancelled</span>}
        aside={<AsOfControl />}
      />
      <TrainingHistory history={history} now={now} zone={zone} />
    </Page>
  );
}
