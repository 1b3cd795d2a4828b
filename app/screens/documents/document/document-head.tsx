import { statusLabel } from '#events/document/status.ts';
import { addresses } from '#app/addresses.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Notice } from '#app/ui/notice/notice.tsx';
import { Actions } from '#app/ui/page/page.tsx';
import { Rate } from '#app/ui/rate/rate.tsx';
import { BlankRosette, Rosette } from '#app/ui/rosette/rosette-mark.tsx';
import { Status } from '#app/ui/status/status.tsx';
import { showDate, showEffectiveDate } from '#app/ui/text/date.ts';
import { recordsCounted } from '#app/wording/training-rate.ts';
import type { DocumentPageData } from './document-view.ts';
import { HistoryOpeners } from './history-drawer.tsx';
import { ExceptionLink, RetireOpener, TransferLink } from './reason-forms.tsx';
import { DocumentTitle } from '#app/screens/documents/document-title.tsx';

/** The title, the status and the actions of a document's page. */
export function DocumentHead(page: DocumentPageData) {
  const { document, shown, insider, manages, counted, current, admin, reviewDueAt, now, zone } = page;
  const { uid } = document;
  const reviewIsDue = insider && document.status === 'EFFECTIVE' && reviewDueAt && reviewDueAt <= now && reviewDueAt;
  const pending = shown.status === 'PENDING';
  const inForce = page.versions.find(({ version }) => version === document.effectiveVersion);
  return (
    <>
      <DocumentTitle
        of={document}
        back={addresses.home(insider ? 'manage' : 'effective')}
        title={shown.name}
        facts={
          <>
            <Status
              status={pending ? 'PENDING' : 'EFFECTIVE'}
              trainingRate={counted ? document.training.labelRate : 100}
              stamp
            />
            <span>Version {shown.version}</span>
            {shown.effectiveAt && <span>Effective {showEffectiveDate(shown)}</span>}
            {counted && (
              <>
                <Rate percent={document.training.rate} words />
                <span>{recordsCounted(document.training)}</span>
              </>
            )}
          </>
        }
        aside={shown.signed ? <Rosette sha256={shown.signed.sha256} centre={shown.version} /> : <BlankRosette />}
      />
      <Actions doc>
        <LinkButton
          to={addresses.file(uid, shown.version, shown.signed ? 'signed' : 'final', 'effective')}
          download
          kind="solid"
          icon="download"
        >
          Download PDF
        </LinkButton>
        {insider && (
          <LinkButton to={addresses.auditTrail(uid)} icon="scroll-text">
            Download Audit Trail
          </LinkButton>
        )}
        {manages && current && (
          <LinkButton to={addresses.revise(uid)} icon="file-pen-line">
            Create Revision
          </LinkButton>
        )}
        {manages && document.status === 'EFFECTIVE' && (
          <LinkButton to={addresses.periodicReview(uid)} icon="book-open">
            Record review
          </LinkButton>
        )}
        {admin && pending && (
          <LinkButton to={addresses.publish(uid)} icon="calendar-clock">
            Change effective date
          </LinkButton>
        )}
        {insider && <HistoryOpeners document={uid} />}
        {manages && <TransferLink document={uid} />}
        {page.excepts && <ExceptionLink document={uid} />}
        {admin && <RetireOpener document={uid} />}
      </Actions>
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
            <a href={document.status === 'APPROVED' ? addresses.publish(uid) : addresses.revise(uid)}>
              Version {document.version}
            </a>
          </p>
        </Notice>
      )}
      {pending && inForce && (
        <Notice>
          <p>
            Version {inForce.version} stays in force until then.{' '}
            <a href={addresses.file(uid, inForce.version, inForce.signed ? 'signed' : 'final', 'effective')}>
              Download version {inForce.version}
            </a>
          </p>
        </Notice>
      )}
    </>
  );
}
