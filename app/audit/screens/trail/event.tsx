import type { MetaArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { addresses } from '#app/kit/addresses.ts';
import { errorPage } from '#app/kit/errors/error-page.ts';
import { screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { readTrailEvents } from '#app/audit/queries/events.ts';
import { coverUpTo } from '#app/audit/queries/proof.ts';
import { getWholeTrail } from '#app/audit/queries/list-trail.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { DocNumber } from '#app/ui/page/doc-number.tsx';
import { Facts, Fingerprint } from '#app/ui/page/facts.tsx';
import { Actions, BackLink, Page, pageTitle, Section, TitleBlock } from '#app/ui/page/page.tsx';
import { Rosette } from '#app/ui/rosette/rosette-mark.tsx';
import { Status } from '#app/ui/status/status.tsx';
import { showDate, showSeconds } from '#app/ui/text/date.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';
import { CheckpointState, checkpointWords, showCheckpoint } from './ledger-section.tsx';
import { pastRoute } from './requested-moment.ts';
import { ProofSteps } from './proof-steps.tsx';
import { showEvent } from './event-view.ts';
import { EventFacts, EventWords } from './trail-events.tsx';
import '#app/ui/ledger/ledger.css';

export const meta = ({ data }: MetaArgs<typeof loader>) =>
  pageTitle(`Event No. ${data?.event.position ?? ''}`, data?.document.name);

export const loader = screenLoader({
  ...pastRoute,
  params: uidParams.extend({ position: z.string() }),
  async load({ ask, params, search, ports, viewer }) {
    const { document, positions, last } = await ask(getWholeTrail, { document: params.uid, position: params.position });
    const about = { org: viewer.org, document: document.uid };
    const checkpoint = await coverUpTo(ports, viewer.org, last);
    const [event] = await readTrailEvents(ports, about, positions, checkpoint);
    if (!event || !checkpoint) throw errorPage({ code: 'not_found' });
    return {
      asof: search.asof,
      document: { uid: document.uid, name: document.name, number: documentNumber(document) },
      bytes: event.canonical,
      byteCount: Buffer.byteLength(event.canonical, 'utf8'),
      event: showEvent(event),
      checkpoint: showCheckpoint(checkpoint),
    };
  },
});

const states = {
  included: { status: 'EFFECTIVE', icon: 'badge-check', label: 'In the ledger, unchanged' },
  waiting: { status: 'APPROVED', icon: 'hourglass', label: 'Waiting for the next checkpoint' },
  broken: { status: 'REJECTED', icon: 'circle-alert', label: 'Does not match the ledger' },
} as const;

/** One event, recomputed step by step from its data to the signed root. */
export default function AuditEvent() {
  const { asof, document, bytes, byteCount, event, checkpoint } = useLoaderData<typeof loader>();
  const { position, proof, recordedAt, state } = event;
  return (
    <Page>
      <TitleBlock
        trail={
          <>
            <BackLink to={addresses.auditTrail(document.uid, asof)}>Audit trail</BackLink>
            <DocNumber number={document.number} />
          </>
        }
        title={`Event No. ${Number(position).toLocaleString('en-GB')}`}
        facts={
          <>
            <Status {...states[state]} stamp />
            <span>{document.name}</span>
            <span>
              {showDate(recordedAt, 'UTC')} {showSeconds(recordedAt)} UTC
            </span>
          </>
        }
        aside={<Rosette sha256={checkpoint.root} />}
      />
      <Section id="event" title="The event" note="As the audit trail shows it.">
        <div className="stack">
          <div className="event-what">
            <EventWords event={event} />
          </div>
          {(event.changes.length > 0 || event.people.length > 0) && <h3 className="vh">In detail</h3>}
          <EventFacts event={event} />
        </div>
      </Section>
      <Section
        id="bytes"
        title="Event data"
        note={
          `${byteCount.toLocaleString('en-GB')} bytes of UTF-8, exactly as stored. The leaf hash is the SHA-256 ` +
          'of a zero byte and these bytes.'
        }
      >
        <div className="stack">
          <pre className="bytes">{bytes}</pre>
          <Facts
            facts={[
              { name: 'Leaf hash, computed', value: <Fingerprint sha256={proof?.leaf ?? event.leaf} /> },
              { name: 'Leaf hash, stored', value: <Fingerprint sha256={event.leaf} /> },
            ]}
          />
        </div>
      </Section>
      {proof && (
        <Section
          id="path"
          title="Proof"
          note="Each step hashes the byte 01, the left hash and the right hash with SHA-256 (RFC 6962)."
        >
          <ProofSteps leaf={proof.leaf} steps={proof.steps} />
        </Section>
      )}
      <Section
        id="checkpoint"
        title="The checkpoint"
        note={
          "The root of the whole ledger, signed with the organisation's key. With an earlier checkpoint anybody " +
          'can show that nothing before it was changed.'
        }
      >
        <div className="stack">
          <Facts
            facts={[
              { name: 'Checkpoint', value: checkpointWords(checkpoint) },
              ...(proof ? [{ name: 'Root, computed', value: <Fingerprint sha256={proof.root} /> }] : []),
              { name: 'Root, signed', value: <Fingerprint sha256={checkpoint.root} /> },
              { name: 'State', value: <CheckpointState sound={checkpoint.sound} /> },
            ]}
          />
          <pre className="bytes">{checkpoint.note}</pre>
        </div>
      </Section>
      <Section id="take" title="Verify offline" note="Both files can be verified without this software.">
        <Actions>
          <LinkButton to={addresses.auditProof(document.uid, position, 'json')} download icon="download">
            Proof, JSON
          </LinkButton>
          <LinkButton to={addresses.auditProof(document.uid, position, 'tlog-proof')} download icon="download">
            Proof, tlog-proof
          </LinkButton>
        </Actions>
      </Section>
    </Page>
  );
}
