import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { addresses } from '#app/kit/addresses.ts';
import { listPage, screenLoader } from '#app/kit/screen/screen.ts';
import { getOrganisationLog } from '#app/audit/queries/logs.ts';
import { readLogEvents } from '#app/audit/screens/trail/log-events.ts';
import { EventLog } from '#app/audit/screens/trail/event-log.tsx';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Actions, BackLink, Page, TitleBlock } from '#app/ui/page/page.tsx';

export const meta: MetaFunction = () => [{ title: 'Organisation audit log - Imprimatur' }];

export const loader = screenLoader({
  access: 'audit.view_organisation',
  search: z.object({ page: listPage }),
  async load({ ask, search, ports, viewer }) {
    const { organisation, total, page, size, last, positions } = await ask(getOrganisationLog, search);
    return { organisation, total, page, size, events: await readLogEvents(ports, viewer, { positions, last }) };
  },
});

/** The organisation's own events, newest first, including its settings (Annex 11 §9). */
export default function OrganisationAudit() {
  const { organisation, total, page, size, events } = useLoaderData<typeof loader>();
  return (
    <Page>
      <TitleBlock
        trail={<BackLink to={addresses.settings()}>Settings</BackLink>}
        title={
          <>
            Audit log of <br />
            {organisation.name}
          </>
        }
        facts={
          <>
            <span>Settings, departments, functional areas and service accounts</span>
            <span>
              {total.toLocaleString('en-GB')} {total === 1 ? 'event' : 'events'}
            </span>
          </>
        }
        aside={
          <Actions>
            <LinkButton to={addresses.organisationAuditFile('csv')} download icon="download" about="as CSV">
              CSV
            </LinkButton>
            <LinkButton to={addresses.organisationAuditFile('pdf')} download kind="solid" icon="download">
              Download Organisation Audit Log
            </LinkButton>
          </Actions>
        }
      />
      <EventLog total={total} page={page} size={size} events={events} />
    </Page>
  );
}
