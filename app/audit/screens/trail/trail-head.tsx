import type { TrailDocument } from '#app/audit/queries/subject.ts';
import type { ReactNode } from 'react';
import { addresses } from '#app/kit/addresses.ts';
import { documentAddress } from '#app/kit/screen/document-address.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { DialogOpener } from '#app/ui/dialog/dialog.tsx';
import { DocNumber } from '#app/ui/page/doc-number.tsx';
import { BackLink, Stack, TitleBlock } from '#app/ui/page/page.tsx';
import { Status } from '#app/ui/status/status.tsx';
import { recordsCounted } from '#app/documents/words/training-rate.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';

type HeadProps = {
  document: Omit<TrailDocument, 'versions' | 'createdAt'>;
  /** The document's status today; null: it was discarded. */
  standing: TrailDocument['status'];
  /** How many events there are in all. */
  total: number;
  /** The id of the dialog that offers the downloads. */
  dialog: string;
  /** The moment that is shown; undefined: now. */
  asof: string | undefined;
  /** The way into the past. */
  children?: ReactNode;
};

/** Whose trail it is, where the document stands, and the downloads. */
export function TrailHead({ document, standing, total, dialog, asof, children }: HeadProps) {
  const { uid, name, version, status, training } = document;
  return (
    <TitleBlock
      trail={
        <>
          <BackToDocument {...{ document, standing, asof }} />
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
            <Status status={status} trainingRate={training.labelRate} stamp />
          ) : (
            <Status status="RETIRED" label="Discarded" icon="trash-2" stamp />
          )}
          {(status === 'PENDING' || status === 'EFFECTIVE') && (
            <>
              <span>{training.rate}% Trained</span>
              <span>{recordsCounted(training)}</span>
            </>
          )}
          <span>
            {total.toLocaleString('en-GB')} {total === 1 ? 'event' : 'events'} in this document&rsquo;s life
          </span>
        </>
      }
      aside={
        <Stack tight>
          <DialogOpener dialog={dialog} href={addresses.auditExport(uid, asof)} kind="solid" icon="download">
            Download Audit Trail
          </DialogOpener>
          <LinkButton to={addresses.auditFile(uid, 'json', asof)} download icon="file-check">
            Download proof bundle
          </LinkButton>
          {children}
        </Stack>
      }
    />
  );
}

/** Back to the document of the same moment; where it had no page then, to the documents. */
function BackToDocument({ document, standing, asof }: Pick<HeadProps, 'document' | 'standing' | 'asof'>) {
  const { uid, status, effectiveVersion } = document;
  const hadPage = status === 'PENDING' || effectiveVersion !== null;
  if (asof && hadPage) return <BackLink to={addresses.document(uid, asof)}>Document</BackLink>;
  if (asof || !standing) return <BackLink to={addresses.home('manage', asof)}>Documents</BackLink>;
  return <BackLink to={documentAddress({ uid, status: standing })}>Document</BackLink>;
}
