import { useLoaderData } from '@remix-run/react';
import { addresses } from '#app/addresses.ts';
import { screenLoader } from '#app/server/screen/screen.ts';
import { ownTrainingHistory } from '#app/queries/training/training-history.ts';
import { BackLink, Page, TitleBlock } from '#app/ui/page/page.tsx';
import { TrainingHistory } from './history-register.tsx';
import { historySearch } from './history-search.ts';

export const meta = () => [{ title: 'Your training - Imprimatur' }];

export const loader = screenLoader({
  access: 'training.view_own',
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
        trail={<BackLink to={addresses.home('training')}>Documents</BackLink>}
        title="Your training"
        facts={<span>Completed, open and cancelled</span>}
      />
      <TrainingHistory history={history} now={now} zone={zone} />
    </Page>
  );
}
