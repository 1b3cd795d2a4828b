import type { MetaArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import { uidParams } from '#app/kit/screen/screen.ts';
import { pastLoader } from '#app/kit/screen/past-loader.ts';
import { memberTrainingHistory } from '#app/training/queries/training-history.ts';
import { historySearch } from '#app/training/screens/history-search.ts';
import { TrainingHistory } from '#app/training/screens/history-register.tsx';
import { AsOfControl, usePast } from '#app/ui/as-of/as-of.tsx';
import { BackLink, Page, pageTitle, TitleBlock } from '#app/ui/page/page.tsx';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Training', data?.history.person.name);

export const loader = pastLoader({
  access: 'training.view_any',
  looksBack: 'training.view_any',
  params: uidParams,
  search: historySearch,
  load: async ({ ask, params, search, viewer, now }) => ({
    history: await ask(memberTrainingHistory, { ...search, user: params.uid }),
    zone: viewer.settings.timeZone,
    now,
  }),
});

/** All of one person's training, for admins. */
export default function MemberTraining() {
  const { history, now, zone } = useLoaderData<typeof loader>();
  return (
    <Page>
      <TitleBlock
        compact
        trail={<BackLink to={addresses.team(undefined, usePast())}>Team members</BackLink>}
        title={`Training of ${history.person.name}`}
        facts={<span>Completed, open and cancelled</span>}
        aside={<AsOfControl />}
      />
      <TrainingHistory history={history} now={now} zone={zone} />
    </Page>
  );
}
