import type { MetaArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import { errorPage } from '#app/kit/errors/error-page.ts';
import { screenLoader } from '#app/kit/screen/screen.ts';
import { coverUpTo, firstToCover } from '#app/audit/queries/proof.ts';
import { getWholeTrail } from '#app/audit/queries/list-trail.ts';
import { verifyTrail } from '#app/audit/queries/verify-trail.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { DocNumber } from '#app/ui/page/doc-number.tsx';
import { Facts, Fingerprint } from '#app/ui/page/facts.tsx';
import { BackLink, Page, Section, TitleBlock } from '#app/ui/page/page.tsx';
import { Rosette } from '#app/ui/rosette/rosette-mark.tsx';
import { Status } from '#app/ui/status/status.tsx';
import { documentNumber } from '#app/ui/text/document-number.ts';
import { pastMoment, pastRoute } from './requested-moment.ts';
import { CheckpointState, checkpointWords, showCheckpoint } from './ledger-section.tsx';

export const meta = ({ data }: MetaArgs<typeof loader>) => [
  { title: `Verified audit trail: ${data?.document.name ?? 'Document'} - Imprimatur` },
];

export const loader = screenLoader({
  ...pastRoute,
  async load(page) {
    const { ask, ports, viewer } = page;
    const { uid } = page.params;
    const past = pastMoment(page, (asof) => addresses.auditTrail(uid, asof));
    const { document, positions, last } = await ask(getWholeTrail, { document: uid, until: past?.until ?? null });
    const checkpoint = await (past ? firstToCover : coverUpTo)(ports, viewer.org, last);
    if (!checkpoint) throw errorPage({ code: 'not_found' });
    return {
      document: { uid: document.uid, name: document.name, number: documentNumber(document) },
      asof: past?.text,
      asOf: past && { text: past.text },
      checkpoint: showCheckpoint(checkpoint),
      total: positions.length,
      broken: await verifyTrail(ports, viewer.org, positions, checkpoint),
    };
  },
});

/** Recomputes every event of a document from its data. */
export default function VerifyTrail() {
  const { asof, document, checkpoint, total, broken } = useLoaderData<typeof loader>();
  const sound = broken.length === 0 && checkpoint.sound;
  const count = total.toLocaleString('en-GB');
  return (
    <Page>
      <TitleBlock
        trail={
          <>
            <BackLink to={addresses.auditTrail(document.uid, asof)}>Audit trail</BackLink>
            <DocNumber number={document.number} />
          </>
        }
        title={
          sound
            ? total === 1
              ? 'The event is unchanged'
              : `All ${count} events are unchanged`
            : 'The audit trail does not match the ledger'
        }
        facts={
          <>
            <Status
              status={sound ? 'EFFECTIVE' : 'REJECTED'}
              icon={sound ? 'shield-check' : 'circle-alert'}
              label={sound ? 'Verified' : 'Does not match'}
              stamp
            />
            <span>{document.name}</span>
          </>
        }
        aside={<Rosette sha256={checkpoint.root} />}
      />
      <Section
        id="what"
        title="What was checked"
        note="The server recomputed this from the stored data when you opened the page."
      >
        <Facts
          facts={[
            { name: 'Events', value: `${count}, each hashed again and followed to the root of the checkpoint` },
            { name: 'Matching', value: (total - broken.length).toLocaleString('en-GB') },
            { name: 'Checkpoint', value: checkpointWords(checkpoint) },
            { name: 'Root', value: <Fingerprint sha256={checkpoint.root} /> },
            { name: 'State', value: <CheckpointState sound={checkpoint.sound} /> },
          ]}
        />
      </Section>
      {broken.length > 0 && (
        <Section id="broken" title="Not matching" note="Nothing was changed. Tell your administrator.">
          <ul>
            {broken.map((position) => (
              <li key={position}>
                <a href={addresses.auditEvent(document.uid, position, asof)}>Event No. {position}</a>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section id="offline" title="Verify offline" note="The bundle explains how, with public tools only.">
        <LinkButton to={addresses.auditFile(document.uid, 'json', asof)} download icon="file-check">
          Download proof bundle
        </LinkButton>
      </Section>
    </Page>
  );
}
