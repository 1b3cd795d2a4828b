import { Fragment } from 'react';
import { addresses } from '#app/kit/addresses.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Changes, EventMore, EventParts, LedgerDay, ProofPath } from '#app/ui/ledger/ledger.tsx';
import { ProofStub } from '#app/ui/ledger/proof-stub.tsx';
import { Fingerprint } from '#app/ui/page/facts.tsx';
import { Actions } from '#app/ui/page/page.tsx';
import { rowsPlace } from '#app/ui/register/rows-id.ts';
import { SignedBy } from '#app/ui/signature/signature.tsx';
import { counted } from '#app/ui/text/count.ts';
import { Status } from '#app/ui/status/status.tsx';
import type { ListedEvent, EventView } from './event-view.ts';

/** An event in the trail of a document (uid); `asof` is the moment that the trail is shown of. */
type ItemOfTrail = ListedEvent & { trail: string; asof?: string | undefined };

const Listed = ({ event }: { event: ItemOfTrail }) => (
  <EventParts
    at={event.recordedAt}
    proof={
      <ProofStub
        hash={event.leaf}
        position={event.position}
        state={event.state}
        verify={addresses.auditEvent(event.trail, event.position, event.asof)}
      />
    }
  >
    <EventWords event={event} />
    <More event={event} />
  </EventParts>
);

/** A day of a trail, and what stands over it. */
type DayOfTrail = { date: string; meta: string; events: readonly ItemOfTrail[] };

/** The events of a page by their days. */
export const TrailEvents = ({ days }: { days: readonly DayOfTrail[] }) => (
  <div {...rowsPlace}>
    {days.map(({ date, meta, events }) => (
      <LedgerDay key={date} title={date} meta={meta}>
        {events.map((event) => (
          <li key={event.position} id={`e${event.position}`} className="event">
            <Listed event={event} />
          </li>
        ))}
      </LedgerDay>
    ))}
  </div>
);

/** What happened: the sentence, the signature as it is set in type, the reason in the person's own words. */
export function EventWords({ event }: { event: Omit<EventView, 'proof'> }) {
  const { subject, sentence, note, reason, signedName, status, type } = event;
  const reached = ['DocumentApproved', 'DocumentRejected', 'DocumentBecameEffective'].includes(type) ? status : null;
  return (
    <>
      <p>
        {reached ? (
          <>
            <Status status={reached} /> &ensp;{subject}
          </>
        ) : (
          <b>{subject}</b>
        )}{' '}
        {sentence}
      </p>
      {signedName && <SignedBy name={signedName} decorative />}
      {note && <p className="meta">{note}</p>}
      {reason && <blockquote>{reason}</blockquote>}
    </>
  );
}

function More({ event }: { event: ItemOfTrail }) {
  const { trail: document, asof, changes, people, proof, position } = event;
  const summary = changes.length > 0 ? 'Changes and proof' : people.length > 0 ? 'People and proof' : 'Proof';
  return (
    <EventMore summary={summary}>
      <EventFacts event={event} />
      {proof && (
        <ProofPath
          title={`Inclusion proof, ${counted(proof.count, 'step', 'steps')}`}
          steps={[
            { label: 'Event', hash: proof.leaf },
            ...proof.first.map(({ side, sibling }) => ({
              label: side === 'left' ? 'Left' : 'Right',
              hash: sibling,
            })),
            ...(proof.count > proof.first.length
              ? [{ label: `${proof.count - proof.first.length} more`, hash: 'in the proof bundle' }]
              : []),
            { label: 'Root', hash: proof.root },
          ]}
        />
      )}
      <Actions>
        <LinkButton
          to={addresses.auditEvent(document, position, asof)}
          size="small"
          icon="shield-check"
          about={`event ${position}`}
        >
          Verify
        </LinkButton>
        <LinkButton
          to={addresses.auditProof(document, position, 'json')}
          download
          size="small"
          icon="download"
          about={`event ${position}`}
        >
          Proof, JSON
        </LinkButton>
      </Actions>
    </EventMore>
  );
}

/** Old and new values, and the people of a batch. */
export function EventFacts({ event: { changes, people } }: { event: Pick<EventView, 'changes' | 'people'> }) {
  return (
    <>
      {changes.length > 0 && (
        <Changes
          changes={changes.map(({ field, old, new: now }) => ({
            field,
            before: valueOf(field, old),
            after: valueOf(field, now),
          }))}
        />
      )}
      {people.length > 0 && (
        <div>
          <h4>People</h4>
          <dl className="concerned">
            {people.map(({ fact, names }) => (
              <Fragment key={fact}>
                <dt>
                  {fact}
                  {names.length > 1 && `, ${names.length} people`}
                </dt>
                <dd>{names.join(', ')}</dd>
              </Fragment>
            ))}
          </dl>
        </div>
      )}
    </>
  );
}

const valueOf = (field: string, value: string | null) =>
  value !== null && field.endsWith('SHA-256') ? <Fingerprint sha256={value} /> : value;
