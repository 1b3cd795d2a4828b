import { userStatusLabel } from '#events/user/status.ts';
import type { LoaderFunctionArgs, MetaArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { addresses } from '#app/http/addresses.ts';
import { screenLoader } from '#app/http/screen.ts';
import { readTrailEvents } from '#app/queries/audit/events.ts';
import { readEventDocuments, type EventDocument } from '#app/queries/audit/event-documents.ts';
import { coverUpTo } from '#app/queries/audit/proof.ts';
import { getUserLog } from '#app/queries/audit/user-log.ts';
import { pageSize } from '#app/queries/document/page-size.ts';
import { showEvents, type ShownEvent } from '#app/screens/audit/show-event.ts';
import { EventFacts, EventWords } from '#app/screens/audit/trail-events.tsx';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Event, EventMore, LedgerDay } from '#app/ui/ledger/ledger.tsx';
import { ProofStub } from '#app/ui/ledger/proof-stub.tsx';
import { WideLeaf } from '#app/ui/page/leaf.tsx';
import { Actions, BackLink, Page, TitleBlock } from '#app/ui/page/page.tsx';
import { Pager } from '#app/ui/register/pager.tsx';
import { Tag } from '#app/ui/status/tag.tsx';
import { showDate, showWeekday } from '#app/ui/text/date.ts';
import { Link } from '#app/ui/link/link.tsx';

export const meta = ({ data }: MetaArgs<typeof loader>) => [
  { title: `User audit log: ${data?.person.name ?? 'Team member'} - Imprimatur` },
];

export const loader = (args: LoaderFunctionArgs) =>
  screenLoader('audit.view_user', async ({ ask, url, params, ports, viewer }) => {
    const asked = { user: params.uid ?? '', page: url.searchParams.get('page') ?? 1 };
    const { person, total, page, last, positions } = await ask(getUserLog, asked);
    const reading = readTrailEvents(ports, { org: viewer.org, zone: viewer.settings.timeZone }, positions);
    const [events, documents] = await Promise.all([
      coverUpTo(ports, viewer.org, last).then((checkpoint) =>
        showEvents(ports, viewer.org, { places: positions, reading }, checkpoint),
      ),
      reading.then((found) => readEventDocuments(ports, viewer.org, found)),
    ]);
    return {
      person,
      total,
      page,
      events: events.map(({ proof: _proof, ...event }) => ({
        ...event,
        document: documents.get(event.position) ?? null,
      })),
    };
  })(args);

/** Everything that is recorded of a person and by them, newest first. */
export default function UserAudit() {
  const { person, total, page, events } = useLoaderData<typeof loader>();
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
      <WideLeaf id="events" title="Events">
        {daysOf(events).map(({ date, events: ofDay }) => (
          <LedgerDay
            key={date}
            title={date}
            meta={`${showWeekday(ofDay[0]?.recordedAt ?? 0)}, ${ofDay.length === 1 ? '1 event' : `${ofDay.length} events`}`}
          >
            {ofDay.map((event) => (
              <Event
                key={event.position}
                id={`e${event.position}`}
                at={event.recordedAt}
                proof={<ProofStub hash={event.leaf} position={event.position} state={event.state} />}
              >
                <EventWords event={event} />
                {event.document && (
                  <p className="meta">
                    <Link to={addresses.auditTrail(event.document.uid)}>{event.document.title}</Link>
                  </p>
                )}
                {event.changes.length + event.people.length > 0 && (
                  <EventMore summary={event.changes.length > 0 ? 'What changed' : 'Whom it concerns'}>
                    <EventFacts event={event} />
                  </EventMore>
                )}
              </Event>
            ))}
          </LedgerDay>
        ))}
        <Pager of="events" one="event" page={page} size={pageSize} total={total} next="Earlier" previous="Later" />
      </WideLeaf>
    </Page>
  );
}

type LogEvent = ShownEvent & { document: EventDocument | null };

/** Events by their day in UTC, in the order given. */
function daysOf(events: readonly LogEvent[]) {
  const days: { date: string; events: LogEvent[] }[] = [];
  for (const event of events) {
    const date = showDate(event.recordedAt, 'UTC');
    const day = days.at(-1);
    if (day?.date === date) day.events.push(event);
    else days.push({ date, events: [event] });
  }
  return days;
}
