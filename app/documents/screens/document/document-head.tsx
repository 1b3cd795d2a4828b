import { statusLabel } from '#events/document/status.ts';
import { addresses } from '#app/kit/addresses.ts';
import { documentAddress } from '#app/kit/screen/document-address.ts';
import { AsOfControl, usePast } from '#app/ui/as-of/as-of.tsx';
import { Notice } from '#app/ui/notice/notice.tsx';
import { Rate } from '#app/ui/rate/rate.tsx';
import { BlankRosette, Rosette } from '#app/ui/rosette/rosette-mark.tsx';
import { Status } from '#app/ui/status/status.tsx';
import { showDate, showEffectiveDay } from '#app/ui/text/date.ts';
import { recordsCounted } from '#app/documents/words/training-rate.ts';
import { DocumentTitle } from '#app/kit/screen/document-title.tsx';
import { DueWords } from '#app/documents/screens/document/effective-words.tsx';
import { pdfToTake } from '#app/documents/words/pdf-to-take.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import type { DocumentPageData } from './document-view.ts';
import { HeadActions } from './head-actions.tsx';

/** The title, the status and the actions of a document's page. */
export function DocumentHead(page: DocumentPageData) {
  const { document, shown, insider, manages, counted, current, reviewDueAt, now, zone } = page;
  const { uid } = document;
  const asof = usePast();
  const reviewIsDue = insider && document.status === 'EFFECTIVE' && reviewDueAt && reviewDueAt <= now && reviewDueAt;
  const pending = shown.status === 'PENDING';
  const inForce = page.versions.find(({ version }) => version === document.effectiveVersion);
  return (
    <>
      <DocumentTitle
        compact
        of={document}
        back={addresses.home(insider ? 'manage' : 'effective', asof)}
        title={shown.name}
        facts={
          <>
            <Status
              status={pending ? 'PENDING' : 'EFFECTIVE'}
              trainingRate={counted ? document.training.labelRate : 100}
              stamp
            />
            <span>Version {shown.version}</span>
            {shown.effectiveAt && <span>Effective {showEffectiveDay(shown)}</span>}
            {counted && (
              <>
                <Rate percent={document.training.rate} words />
                <span>{recordsCounted(document.training)}</span>
              </>
            )}
          </>
        }
        aside={
          <>
            <AsOfControl />
            {shown.signed ? <Rosette sha256={shown.signed.sha256} centre={shown.version} /> : <BlankRosette />}
          </>
        }
      />
      <HeadActions {...page} reviewIsDue={Boolean(reviewIsDue)} />
      <WaitingTraining {...page} />
      {reviewIsDue && (
        <Notice kind="wait">
          <p>
            Periodic review overdue since {showDate(reviewIsDue, zone)}.{' '}
            {manages && <a href={addresses.periodicReview(uid)}>Record the review</a>}
          </p>
        </Notice>
      )}
      {insider && !current && (
        <Notice>
          <p>
            Version {document.version} is in progress: {statusLabel(document.status, document.training.labelRate)}.{' '}
            <a href={documentAddress(document, asof)}>Version {document.version}</a>
            {!asof && document.status !== 'CREATED' && (
              <>
                {' '}
                <a href={addresses.compareVersions(uid, shown.version, document.version)}>What changes in it</a>
              </>
            )}
          </p>
        </Notice>
      )}
      {pending && inForce && (
        <Notice>
          <p>
            Version {inForce.version} stays in force until then.{' '}
            {!asof && (
              <>
                <a href={addresses.file(uid, inForce.version, pdfToTake(inForce), 'effective')}>
                  Download version {inForce.version}
                </a>{' '}
                <a href={addresses.compareVersions(uid, inForce.version, shown.version)}>
                  What changes in version {shown.version}
                </a>
              </>
            )}
          </p>
        </Notice>
      )}
    </>
  );
}

/** For people with open training on the document: the way to the page where they sign. */
function WaitingTraining({ waiting, shown, now, zone }: DocumentPageData) {
  if (!waiting) return null;
  const { effectiveAt, effectiveZone } = shown;
  return (
    <Notice kind="wait">
      <p className="row">
        <span>
          This waits for your training{waiting.version === shown.version ? '' : `, version ${waiting.version}`}.{' '}
          <DueWords
            effectiveAt={effectiveAt}
            effectiveZone={effectiveZone}
            dueAt={waiting.dueAt}
            now={now}
            zone={zone}
          />
        </span>
        <LinkButton to={addresses.review(waiting.record)} kind="pen" icon="signature">
          Review Document
        </LinkButton>
      </p>
    </Notice>
  );
}
