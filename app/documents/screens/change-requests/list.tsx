import type { MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { addresses } from '#app/kit/addresses.ts';
import { listRequests, requestViews } from '#app/documents/queries/change-requests/requests.ts';
import { listPage } from '#app/kit/screen/screen.ts';
import { pastLoader } from '#app/kit/screen/past-loader.ts';
import { AsOfControl, usePast } from '#app/ui/as-of/as-of.tsx';
import { Page, PageHead } from '#app/ui/page/page.tsx';
import { Pager } from '#app/ui/register/pager.tsx';
import { RequestList } from './request-list.tsx';

export const meta: MetaFunction = () => [{ title: 'Change requests - Imprimatur' }];

export const loader = pastLoader({
  access: 'change.list_requests',
  looksBack: 'audit.view',
  search: z.object({ show: z.enum(requestViews).catch('waiting').default('waiting'), page: listPage }),
  load: async ({ ask, search, viewer }) => ({
    ...(await ask(listRequests, search)),
    show: search.show,
    zone: viewer.settings.timeZone,
  }),
});

const views = [
  ['waiting', 'To decide'],
  ['accepted', 'Accepted'],
  ['all', 'All'],
] as const;
const empty = {
  waiting: 'No change request waits for a decision.',
  accepted: 'No accepted change request waits for a new version.',
  all: 'No changes were requested yet.',
} as const;

/** The change requests of the person's own documents; an admin's of all. */
export default function Requests() {
  const { requests, total, page, size, show, zone } = useLoaderData<typeof loader>();
  const asof = usePast();
  return (
    <Page>
      <PageHead title="Change requests" actions={<AsOfControl />} />
      <div className="filters">
        <nav className="segments" aria-label="Which requests">
          {views.map(([view, words]) => (
            <Link
              key={view}
              to={addresses.changeRequests(view, asof)}
              aria-current={view === show ? 'true' : undefined}
            >
              {words}
            </Link>
          ))}
        </nav>
      </div>
      <RequestList named requests={requests} zone={zone} empty={empty[show]} />
      <Pager total={total} page={page} size={size} of="change requests" one="change request" />
    </Page>
  );
}
