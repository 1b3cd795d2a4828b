import { statusLabel } from '#events/document/status.ts';
import { addresses } from '#app/kit/addresses.ts';
import type { DocumentRecord } from '#app/documents/queries/get-document.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { DialogOpener } from '#app/ui/dialog/dialog.tsx';
import { Actions } from '#app/ui/page/page.tsx';
import { Notice } from '#app/ui/notice/notice.tsx';
import { Status } from '#app/ui/status/status.tsx';
import { showDate } from '#app/ui/text/date.ts';
import { HistoryOpener } from '#app/documents/screens/document/history-drawer.tsx';
import { ExceptionLink, RetireOpener, TransferLink } from '#app/documents/screens/document/reason-forms.tsx';
import { DocumentTitle, Ownership } from '#app/kit/screen/document-title.tsx';

type RevisionHeadProps = {
  document: DocumentRecord & { manages: boolean; excepts: boolean };
  zone: string;
  /** The viewer may discard this draft. */
  discards: boolean;
  /** The viewer's role may retire. */
  retires: boolean;
};

/** The title, the status and the actions of a document's revise page. */
export function RevisionHead({ document, zone, discards, retires }: RevisionHeadProps) {
  const { uid, status, version, effectiveVersion, training, retiredAt, retiredReason, approvals } = document;
  const retired = status === 'RETIRED';
  const rejection = approvals.find((approval) => approval.status === 'REJECTED');
  return (
    <>
      <DocumentTitle
        of={document}
        back={addresses.home('manage')}
        title={document.name}
        facts={
          <>
            <Status status={status} trainingRate={training.labelRate} stamp />
            <span>Version {version}</span>
            <Ownership of={document} />
            {retiredAt && <span>Retired {showDate(retiredAt, zone)}</span>}
          </>
        }
      />
      <div className="row doc-actions">
        <p>This document is currently {statusLabel(status, training.labelRate)}</p>
        <Actions end>
          {document.files.working && (
            <LinkButton to={addresses.file(uid, version, 'working', 'manage')} download kind="plain" icon="download">
              Working document
            </LinkButton>
          )}
          {document.files.final && (
            <LinkButton to={addresses.file(uid, version, 'final', 'manage')} download kind="plain" icon="download">
              Final PDF
            </LinkButton>
          )}
          {status !== 'CREATED' && (
            <LinkButton to={addresses.documentRequests(uid)} kind="plain" icon="pencil">
              Change requests
            </LinkButton>
          )}
          {status === 'IN_REVIEW' && (
            <LinkButton to={`${addresses.readVersion(uid, version)}#comments`} kind="plain" icon="eye">
              Comments
            </LinkButton>
          )}
          {(status !== 'CREATED' || document.versionBefore !== null) && (
            <>
              <HistoryOpener document={uid} files="working" note="working documents">
                View History
              </HistoryOpener>
              <HistoryOpener document={uid} files="effective" note="effective documents">
                View History
              </HistoryOpener>
            </>
          )}
          {retired && (
            <LinkButton to={addresses.auditTrail(uid)} icon="scroll-text">
              Download Audit Trail
            </LinkButton>
          )}
          {document.manages && !retired && <TransferLink document={uid} />}
          {document.excepts && <ExceptionLink document={uid} />}
          {retired && retires && (
            <LinkButton to={addresses.reinstate(uid)} icon="rotate-ccw">
              Reinstate
            </LinkButton>
          )}
          {discards && (
            <DialogOpener dialog="discard" href={addresses.discard(uid)} kind="stop" icon="trash-2" push>
              Discard
            </DialogOpener>
          )}
          {retires && !retired && status !== 'CREATED' && <RetireOpener document={uid} />}
        </Actions>
      </div>
      {retiredReason && (
        <Notice icon="archive">
          <p>
            <strong>Reason for retirement.</strong>
          </p>
          <blockquote>{retiredReason}</blockquote>
        </Notice>
      )}
      {status === 'REJECTED' && rejection && (
        <Notice kind="stop" icon="circle-x">
          <p>
            <strong>{rejection.name} did not approve.</strong>
          </p>
          {rejection.reason && <blockquote>{rejection.reason}</blockquote>}
        </Notice>
      )}
      {effectiveVersion !== null && effectiveVersion !== version && (
        <Notice>
          <p>
            Version {effectiveVersion} stays in force until a newer one replaces it.{' '}
            <a href={addresses.document(uid)}>Version {effectiveVersion}</a>
          </p>
        </Notice>
      )}
      {!document.manages && !retired && (
        <Notice icon="lock">Only {document.owner.name}, who owns this document, or an Admin can revise it.</Notice>
      )}
    </>
  );
}
