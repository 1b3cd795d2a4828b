import { userStatusLabel } from '#events/user/status.ts';
import type { MetaArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { addresses } from '#app/kit/addresses.ts';
import { listPage, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { getUserLog } from '#app/audit/queries/logs.ts';
import { EventLog } from '#app/audit/screens/trail/event-log.tsx';
import { readLogEvents } from '#app/audit/screens/trail/log-events.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Actions, BackLink, Page, TitleBlock } from '#app/ui/page/page.tsx';
import { Tag } from '#app/ui/status/tag.tsx';

export const meta = ({ data }: MetaArgs<typeof loader>) => [
  { title: `User audit log: ${data?.person.name ?? 'Team member'} - Imprimatur` },
];

export const loader = screenLoader({
  access: 'audit.view_user',
  params: uidParams,
  search: z.object({ page: listPage }),
  async load({ ask, params, search, ports, viewer }) {
    const { person, total, page, size, last, positions } = await ask(getUserLog, { user: params.uid, ...search });
    return {
      person,
      total,
      page,
      size,
      events: await readLogEvents(ports, viewer, { positions, last, person: person.uid }),
    };
  },
});

/** All events about a person and by the person, newest first. */
export default function UserAudit() {
  const { person, total, page, size, events } = useLoaderData<typeof loader>();
  const status = person.status === 'ACTIVE' ? null : userStatusLabel(person.status);
  const back = person.status === 'INACTIVE' ? addresses.reactivateUser(person.uid) : addresses.editUser(person.uid);
  return (
    <Page>
      <TitleBlock
        trail={<BackLink to={back}>Team member profile</BackLink>}
        title={
          <>
            Audit log of <br />
            {person.name}
          </>
        }
        facts={
          <>
            <span>{person.email}</span>
            {status && <Tag>{status}</Tag>}
            <span>
              {total.toLocaleString('en-GB')} {total === 1 ? 'event' : 'events'}
            </span>
          </>
        }
        aside={
          <Actions>
            <LinkButton to={addresses.userEvidence(person.uid)} download icon="shield-check" about="zip">
              Evidence pack
            </LinkButton>
            <LinkButton to={addresses.userAuditFile(person.uid, 'csv')} download icon="download" about="as CSV">
              CSV
            </LinkButton>
            <LinkButton to={addresses.userAuditFile(person.uid, 'pdf')} download kind="solid" icon="download">
              Download User Audit Log
            </LinkButton>
          </Actions>
        }
      />
      <EventLog total={total} page={page} size={size} events={events} />
    </Page>
  );
}
