import type { DocumentRecord } from '#app/queries/document/get-document.ts';
import { DocNumber } from '#app/ui/page/doc-number.tsx';
import { BackLink } from '#app/ui/page/page.tsx';
import { Status } from '#app/ui/status/status.tsx';
import { documentNumber } from '#app/ui/text/document-number.ts';

/** What a page about an act on a document shows of it. */
export const mastOf = ({ type, functionalArea, docNum, name, version, status, training }: DocumentRecord) => ({
  number: documentNumber({ type, functionalArea, docNum }),
  name,
  version,
  status,
  rate: training.labelRate,
});

type DocumentMastProps = { of: ReturnType<typeof mastOf>; back: string };

/** The masthead of a document above a question about it, as on the document's own page. */
export const DocumentMast = ({ of: { number, name, version, status, rate }, back }: DocumentMastProps) => (
  <header className="title-block compact">
    <p className="trail">
      <BackLink to={back}>Document</BackLink>
      <DocNumber number={number} />
    </p>
    <p className="object record">{name}</p>
    <div className="facts">
      <Status status={status} trainingRate={rate} stamp />
      <span>Version {version}</span>
    </div>
  </header>
);
