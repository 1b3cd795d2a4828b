import type { DocumentRecord } from '#app/documents/queries/get-document.ts';
import { DocNumber } from '#app/ui/page/doc-number.tsx';
import { ObjectHead } from '#app/ui/page/page.tsx';
import { Status } from '#app/ui/status/status.tsx';
import { documentNumber } from '#app/ui/text/document-number.ts';

/** `status`: null where the document was discarded. */
type HeadRecord = Pick<DocumentRecord, 'type' | 'functionalArea' | 'docNum' | 'name' | 'version' | 'training'> & {
  status: DocumentRecord['status'] | null;
};

/** What a page about an act on a document shows of it. */
export const toDocumentHead = ({ type, functionalArea, docNum, name, version, status, training }: HeadRecord) => ({
  number: documentNumber({ type, functionalArea, docNum }),
  name,
  version,
  status,
  rate: training.labelRate,
});

type DocumentHeadProps = {
  of: ReturnType<typeof toDocumentHead>;
  back: string;
  backLabel?: string;
};

/** The masthead of a document above a question about it, as on the document's own page. */
export const DocumentHead = ({
  of: { number, name, version, status, rate },
  back,
  backLabel = 'Document',
}: DocumentHeadProps) => (
  <ObjectHead
    back={back}
    backLabel={backLabel}
    number={<DocNumber number={number} />}
    name={name}
    facts={
      <>
        {status && <Status status={status} trainingRate={rate} stamp />}
        <span>Version {version}</span>
      </>
    }
  />
);
