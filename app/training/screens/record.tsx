import type { MetaArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { StoredFile } from '#events/document/events.ts';
import { signatureMeanings } from '#events/signature-meaning.ts';
import { addresses } from '#app/kit/addresses.ts';
import { uidParams } from '#app/kit/screen/screen.ts';
import { pastLoader } from '#app/kit/screen/past-loader.ts';
import { trainingRecord } from '#app/training/queries/training-history.ts';
import { AsOfControl, usePast } from '#app/ui/as-of/as-of.tsx';
import { LinkButton } from '#app/ui/button/button.tsx';
import { type Fact, Facts, Fingerprint } from '#app/ui/page/facts.tsx';
import { Page, pageTitle, Section } from '#app/ui/page/page.tsx';
import { Rosette } from '#app/ui/rosette/rosette-mark.tsx';
import { Signature } from '#app/ui/signature/signature.tsx';
import { showDate, showMoment } from '#app/ui/text/date.ts';
import { ComparisonLink } from '#app/documents/screens/comparison-link.tsx';
import { trainingClaimInWords } from '#app/documents/words/claim.ts';
import { RecordState } from './history-register.tsx';
import { DocumentTitle } from '#app/kit/screen/document-title.tsx';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Training record', data?.line.of.name);

export const loader = pastLoader({
  access: 'training.view_own',
  looksBack: 'training.view_own',
  params: uidParams,
  async load({ ask, params, viewer, now }) {
    const line = await ask(trainingRecord, { record: params.uid });
    return { line, own: line.person.uid === viewer.uid, zone: viewer.settings.timeZone, now };
  },
});

/** A training record with its signature. */
export default function TrainingRecord() {
  const { line, own, zone, now } = useLoaderData<typeof loader>();
  const { of, person, signature, status } = line;
  const asof = usePast();
  const history = own ? addresses.trainingHistory(asof) : addresses.memberTraining(person.uid, asof);
  return (
    <Page>
      <DocumentTitle
        compact
        of={of}
        back={history}
        backLabel={own ? 'Your training' : `Training of ${person.name}`}
        title={of.name}
        facts={
          <>
            <span>Version {of.version}</span>
            <RecordState line={line} now={now} zone={zone} />
          </>
        }
        aside={<AsOfControl />}
      />
      <Section id="record" title="Training record" first narrow>
        <Facts
          facts={[
            { name: 'Person', value: person.name },
            ...(line.claimed
              ? [
                  { name: 'Imported', value: showMoment(line.assignedAt) },
                  { name: 'Training', value: trainingClaimInWords(line.claimed) },
                  ...evidenceOf(line.record, line.claimed.evidence),
                ]
              : [
                  { name: 'Assigned', value: `${showMoment(line.assignedAt)}, ${line.assignedBecause}` },
                  { name: 'Due', value: showDate(line.dueAt, zone) },
                ]),
            ...(line.outside ? [{ name: 'Training', value: line.outside }] : []),
            ...(line.cancelledAt
              ? [{ name: 'Cancelled', value: `${showMoment(line.cancelledAt)}, ${line.cancelledBecause}` }]
              : []),
            ...(line.position ? [{ name: 'Audit event', value: `No. ${line.position}` }] : []),
            { name: 'Record', value: <span className="fingerprint">{line.record}</span>, whole: true },
          ]}
        />
        {own && !asof && status === 'OPEN' && (
          <p>
            <LinkButton to={addresses.review(line.record)} kind="pen" icon="book-open" about={of.name}>
              Review Document
            </LinkButton>
          </p>
        )}
      </Section>
      {signature && (
        <Section id="signature" title="Signature" note="This is how it is recorded. It cannot be changed." narrow>
          <div className="sheet">
            <Signature
              signedName={signature.signedName}
              printedName={signature.printedName}
              meaning={signatureMeanings[signature.meaning]}
              reason={signature.reason}
              signedAt={signature.signedAt}
              sha256={signature.sha256}
              method={signature.method}
              comparison={
                signature.comparison && <ComparisonLink document={of.document} sha256={signature.comparison} />
              }
              rosette={<Rosette sha256={signature.sha256} centre={of.version} />}
            />
          </div>
        </Section>
      )}
    </Page>
  );
}

/** The scan that an import gives as evidence of training. */
const evidenceOf = (record: string, file: StoredFile | null): Fact[] =>
  file
    ? [
        {
          name: 'Evidence',
          value: (
            <>
              <a href={addresses.trainingEvidence(record)}>{file.name}</a> <Fingerprint sha256={file.sha256} />
            </>
          ),
        },
      ]
    : [];
