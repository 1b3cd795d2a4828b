import type { TrailDocument } from '#app/queries/audit/subject.ts';
import { addresses } from '#app/http/addresses.ts';
import { documentAddress } from '#app/screens/documents/document-address.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { DialogOpener } from '#app/ui/dialog/dialog.tsx';
import { DocNumber } from '#app/ui/page/doc-number.tsx';
import { BackLink, Stack, TitleBlock } from '#app/ui/page/page.tsx';
import { Status } from '#app/ui/status/status.tsx';
import { documentNumber } from '#app/ui/text/document-number.ts';

type HeadProps = {
  document: Omit<TrailDocument, 'versions' | 'createdAt' | 'effectiveVersion'>;
  /** How many events there are in all. */
  total: number;
  /** The id of the dialog that offers the downloads. */
  dialog: string;
};

/** Whose trail it is, where the document stands, and the downloads. */
export function TrailHead({ document, total, dialog }: HeadProps) {
  const { uid, name, version, status, trainingRate } = document;
  return (
    <TitleBlock
      trail={
        <>
          <BackLink to={status ? documentAddress({ uid, status }) : addresses.home('manage')}>
            {status ? 'Document' : 'Documents'}
          </BackLink>
          <DocNumber number={`${documentNumber(document)} \u00a0 v${version}`} />
        </>
      }
      title={
        <>
          Audit trail of <br />
          {name}
        </>
      }
      facts={
        <>
          {status ? (
            <Status status={status} trainingRate={trainingRate} stamp />
          ) : (
            <Status status="RETIRED" label="Discarded" icon="trash-2" stamp />
          )}
          {(status === 'PENDING' || status === 'EFFECTIVE') && <span>{trainingRate}% Trained</span>}
          <span>
            {total.toLocaleString('en-GB')} {total === 1 ? 'event' : 'events'} in this document&rsquo;s life
          </span>
        </>
      }
      aside={
        <Stack tight>
          <DialogOpener
            dialog={dialog}
            href={addresses.auditExport(uid)}
            pageLabel="Download Audit Trail on its own page"
            kind="solid"
            icon="download"
          >
            Download Audit Trail
          </DialogOpener>
          <LinkButton to={addresses.auditFile(uid, 'json')} download icon="file-check">
            Download proof bundle
          </LinkButton>
        </Stack>
      }
    />
  );
}
