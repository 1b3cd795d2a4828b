import type { MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { addresses } from '#app/kit/addresses.ts';
import { markRead } from '#app/notifications/preferences/notifications.ts';
import { ownNotifications } from '#app/notifications/queries/notifications.ts';
import { isPrefetch } from '#app/kit/downloads/prefetch.ts';
import { listPage, screenLoader } from '#app/kit/screen/screen.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Page, PageHead } from '#app/ui/page/page.tsx';
import { Empty } from '#app/ui/register/empty.tsx';
import { Pager } from '#app/ui/register/pager.tsx';
import { Tag } from '#app/ui/status/tag.tsx';
import { showMoment } from '#app/ui/text/date.ts';
import './notifications.css';

export const meta: MetaFunction = () => [{ title: 'Notifications - Imprimatur' }];

/** Opening the list marks it as read, up to its newest entry. */
export const loader = screenLoader({
  access: 'signed-in',
  search: z.object({ page: listPage }),
  async load({ ask, search, request, viewer, ports }) {
    const list = await ask(ownNotifications, search);
    const opened = request.method !== 'HEAD' && !isPrefetch(request);
    if (opened && list.latest !== null && viewer.unread > 0) await markRead(ports.database, viewer, list.latest);
    return list;
  },
});

export default function Notifications() {
  const { notifications, total, page, size } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHead
        title="Notifications"
        actions={
          <LinkButton to={addresses.emailChoice()} icon="mail">
            Choose emails
          </LinkButton>
        }
      />
      {total === 0 ? (
        <Empty>Nothing yet. Documents, approvals and training that concern you are listed here.</Empty>
      ) : (
        <ol className="notifications sheet">
          {notifications.map(({ uid, subject, preview, path, over, at, unread }) => (
            <li key={uid} data-unread={unread ? '' : undefined}>
              <p>
                {path === null ? (
                  <span className="record">{subject}</span>
                ) : (
                  <Link className="record" to={path}>
                    {subject}
                  </Link>
                )}{' '}
                {unread && <Tag>New</Tag>}
              </p>
              <p className="meta">{over ? 'Done or withdrawn: there is nothing to do any more.' : preview}</p>
              <p className="meta">
                <time dateTime={at}>{showMoment(at)}</time>
              </p>
            </li>
          ))}
        </ol>
      )}
      <Pager of="notifications" one="notification" page={page} size={size} total={total} onlyPages />
    </Page>
  );
}
