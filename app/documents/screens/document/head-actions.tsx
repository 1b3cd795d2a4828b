import { addresses } from '#app/kit/addresses.ts';
import { usePast } from '#app/ui/as-of/as-of.tsx';
import { pdfToTake } from '#app/documents/words/pdf-to-take.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Menu, MenuDialog, MenuLink } from '#app/ui/menu/menu.tsx';
import { Actions } from '#app/ui/page/page.tsx';
import type { DocumentPageData } from './document-view.ts';
import { RetireOpener } from './reason-forms.tsx';

/** The one action that comes next. Where training waits it is Review Document, which stands in the notice. */
function mainAction({ waiting, manages, current, document, reviewIsDue }: ActionsProps) {
  if (waiting) return null;
  if (manages && reviewIsDue) return 'review';
  return manages && current && document.status === 'EFFECTIVE' ? 'revise' : 'download';
}

type ActionsProps = DocumentPageData & { reviewIsDue: boolean };

/** What may be done with a document: the next action first, what is rare under More. */
export function HeadActions(page: ActionsProps) {
  const { document, shown, insider, admin, seesTrail } = page;
  const { uid } = document;
  const main = mainAction(page);
  const asof = usePast();
  const trail = (
    <>
      <LinkButton to={addresses.auditTrail(uid, asof)} icon="scroll-text">
        Audit trail
      </LinkButton>
      <TrailMenu document={uid} asof={asof} />
    </>
  );
  if (asof) return <Actions doc>{trail}</Actions>;
  return (
    <Actions doc>
      {main === 'review' && (
        <LinkButton to={addresses.periodicReview(uid)} kind="solid" icon="book-open">
          Record review
        </LinkButton>
      )}
      {main === 'revise' && (
        <LinkButton to={addresses.revise(uid)} kind="solid" icon="file-pen-line">
          Create Revision
        </LinkButton>
      )}
      <LinkButton
        to={addresses.file(uid, shown.version, pdfToTake(shown), 'effective')}
        download
        kind={main === 'download' ? 'solid' : undefined}
        icon="download"
      >
        Download PDF
      </LinkButton>
      <LinkButton to={addresses.documentRequests(uid)} icon="pencil">
        Change requests
      </LinkButton>
      {!insider && seesTrail && <TrailMenu document={uid} plain />}
      {insider && (
        <>
          {trail}
          <More {...page} main={main} />
        </>
      )}
      {admin && <RetireOpener document={uid} />}
    </Actions>
  );
}

type TrailMenuProps = {
  document: string;
  asof?: string;
  /** Without proofs and evidence. */
  plain?: boolean;
};

/** The audit trail as a file, in each form. */
const TrailMenu = ({ document, asof, plain = false }: TrailMenuProps) => (
  <Menu
    id="trail-files"
    icon="download"
    items={
      <>
        <MenuLink to={addresses.auditFile(document, 'pdf', asof)} download icon="file-text">
          PDF
        </MenuLink>
        <MenuLink to={addresses.auditFile(document, 'csv', asof)} download icon="file-text">
          CSV
        </MenuLink>
        {!plain && (
          <MenuLink to={addresses.auditFile(document, 'json', asof)} download icon="file-check">
            Proof bundle, JSON
          </MenuLink>
        )}
        {!asof && !plain && (
          <MenuLink to={addresses.documentEvidence(document)} download icon="shield-check">
            Evidence pack, zip
          </MenuLink>
        )}
      </>
    }
  >
    Download Audit Trail
  </Menu>
);

function More({
  document: { uid, status },
  shown,
  manages,
  current,
  admin,
  excepts,
  main,
}: ActionsProps & { main: ReturnType<typeof mainAction> }) {
  return (
    <Menu
      id="more-actions"
      items={
        <>
          {manages && current && main !== 'revise' && (
            <MenuLink to={addresses.revise(uid)} icon="file-pen-line">
              Create Revision
            </MenuLink>
          )}
          {manages && status === 'EFFECTIVE' && main !== 'review' && (
            <MenuLink to={addresses.periodicReview(uid)} icon="book-open">
              Record review
            </MenuLink>
          )}
          {admin && shown.status === 'PENDING' && (
            <MenuLink to={addresses.publish(uid)} icon="calendar-clock">
              Change effective date
            </MenuLink>
          )}
          <MenuDialog dialog="history-effective" href={addresses.history(uid, 'effective')} icon="history">
            View Effective Docs
          </MenuDialog>
          <MenuDialog dialog="history-working" href={addresses.history(uid, 'working')} icon="history">
            View Working Docs
          </MenuDialog>
          {manages && (
            <MenuLink to={addresses.transferOwnership(uid)} icon="user-round">
              Transfer ownership
            </MenuLink>
          )}
          {excepts && (
            <MenuLink to={addresses.waiveSeparation(uid)} icon="shield-check">
              Record exception
            </MenuLink>
          )}
        </>
      }
    >
      More
    </Menu>
  );
}
