import type { LoaderFunctionArgs, MetaArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { addresses } from '#app/addresses.ts';
import { errorPage } from '#app/server/errors/error-page.ts';
import { screenLoader } from '#app/server/screen/screen.ts';
import { readTrailEvents } from '#app/queries/audit/events.ts';
import { coverUpTo } from '#app/queries/audit/proof.ts';
import { getWholeTrail } from '#app/queries/audit/list-trail.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { DocNumber } from '#app/ui/page/doc-number.tsx';
import { Facts, Fingerprint } from '#app/ui/page/facts.tsx';
import { Section } from '#app/ui/page/section.tsx';
import { Actions, BackLink, Page, TitleBlock } from '#app/ui/page/page.tsx';
import { Rosette } from '#app/ui/rosette/rosette-mark.tsx';
import { Status } from '#app/ui/status/status.tsx';
import { showDate, showSeconds } from '#app/ui/text/date.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';
import { CheckpointState, checkpointWords, showCheckpoint } from './ledger-section.tsx';
import { ProofSteps } from './proof-steps.tsx';
import { showEvent } from './event-view.ts';
import { EventFacts, EventWords } from './trail-events.tsx';
import '#app/ui/ledger/ledger.css';
import { pageTitle } from '#app/ui/text/page-title.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) =>
  pageTitle(`Event No. ${data?.event.position ?? ''}`, data?.document.name);

export const loader = (args: LoaderFunctionArgs) =>
  screenLoader('audit.view', async ({ ask, params, ports, url, viewer }) => {
    const { document, positions, last } = await ask(getWholeTrail, {
      document: params.uid ?? '',
      position: params.position ?? '',
    });
    const about = { org: viewer.org, document: document.uid, zone: viewer.settings.timeZone };
    const [event] = await readTrailEvents(ports, about, positions);
    const checkpoint = await coverUpTo(ports, viewer.org, last);
    if (!event || !checkpoint) throw errorPage({ code: 'not_found' });
    return {
      /** The moment of the trail from which it was opened. */
      asof: url.searchParams.get('asof') || undefined,
      document: { uid: document.uid, name: document.name, number: documentNumber(document) },
      bytes: event.canonical,
      byteCount: Buffer.byteLength(event.canonical, 'utf8'),
      event: await showEvent(ports, viewer.org, event, checkpoint),
      checkpoint: showCheckpoint(checkpoint),
    };
  })(args);

const states = {
  included: { status: 'EFFECTIVE', icon: 'badge-check', label: 'In the log, unchanged' },
  waiting: { status: 'APPROVED', icon: 'hourglass', label: 'Waits for the next checkpoint' },
  broken: { status: 'REJECTED', icon: 'circle-alert', label: 'Does not match the log' },
} as const;

/** One event, recomputed step by step from its exact bytes to the root that was signed. */
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
      <Section id="event" title="The event" note="As the audit trail tells it.">
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
        title="Its bytes"
        note={`${byteCount.toLocaleString('en-GB')} bytes of UTF-8, exactly as they are kept. The leaf hash is SHA-256 of one zero byte followed by them.`}
      >
        <div className="stack">
          <pre className="bytes">{bytes}</pre>
          <Facts
            facts={[
              { name: 'Leaf hash, computed', value: <Fingerprint sha256={proof?.leaf ?? event.leaf} /> },
              { name: 'Leaf hash, kept', value: <Fingerprint sha256={event.leaf} /> },
            ]}
          />
        </div>
      </Section>
      {proof && (
        <Section
          id="path"
          title="The way to the root"
          note="Each step joins what it has with the hash beside it: SHA-256 of the byte 01, the left one and the right one (RFC 6962)."
        >
          <ProofSteps leaf={proof.leaf} steps={proof.steps} />
        </Section>
      )}
      <Section
        id="checkpoint"
        title="The checkpoint"
        note="The root of the whole log, signed with the organisation's key. Whoever kept an earlier one can show that nothing before it was rewritten."
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
      <Section id="take" title="Check it elsewhere" note="Neither file needs this software to be verified.">
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
