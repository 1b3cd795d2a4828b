import { Link } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import type { LogEvent } from '#app/audit/screens/trail/log-events.ts';
import { EventFacts, EventWords } from '#app/audit/screens/trail/trail-events.tsx';
import { Event, EventMore, LedgerDay } from '#app/ui/ledger/ledger.tsx';
import { ProofStub } from '#app/ui/ledger/proof-stub.tsx';
import { WideSection } from '#app/ui/page/page.tsx';
import { Pager } from '#app/ui/register/pager.tsx';
import { rowsPlace } from '#app/ui/register/rows-id.ts';
import { daysOf } from './days.ts';

type EventLogProps = { total: number; page: number; size: number; events: readonly LogEvent[] };

/** The events of a person or of the organisation, newest first, day by day. */
export function EventLog({ total, page, size, events }: EventLogProps) {
  return (
    <WideSection id="events" title="Events">
      <div {...rowsPlace}>
        {daysOf(events, { page, size, total }).map(({ date, meta, events: ofDay }) => (
          <LedgerDay key={date} title={date} meta={meta}>
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
                  <EventMore summary={event.changes.length > 0 ? 'Changes' : 'People'}>
                    <EventFacts event={event} />
                  </EventMore>
                )}
              </Event>
            ))}
          </LedgerDay>
        ))}
      </div>
      <Pager of="events" one="event" page={page} size={size} total={total} next="Earlier" previous="Later" />
    </WideSection>
  );
}
