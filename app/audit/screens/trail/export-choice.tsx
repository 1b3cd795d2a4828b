import { addresses } from '#app/kit/addresses.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { DialogBody, DialogFoot } from '#app/ui/dialog/dialog.tsx';
import { documentNumber } from '#app/ui/text/document-number.ts';

export const exportLede = (document: Parameters<typeof documentNumber>[0] & { name: string }, asof?: string): string =>
  `${documentNumber(document)} ${document.name}${asof ? `, as of ${asof} UTC` : ''}`;

const forms = [
  {
    format: 'pdf',
    label: 'PDF',
    icon: 'file-text',
    words: 'To read and print. Every event with its signature, reason and place in the ledger.',
  },
  {
    format: 'csv',
    label: 'CSV',
    icon: 'file-text',
    words: 'To sort and count. One line an event, old and new values in it.',
  },
  {
    format: 'json',
    label: 'Proof bundle, JSON',
    icon: 'file-check',
    words:
      'To verify without this software. The exact bytes of each event, its proof, the signed checkpoint and the key.',
  },
] as const;

/** Of a document, as it is or as of a moment. */
interface Choice {
  document: string;
  asof?: string | undefined;
}

/** The forms in which a trail can be taken away. */
export function ExportChoice({ document, asof }: Choice) {
  return (
    <>
      <DialogBody>
        <ul className="stack">
          {forms.map(({ format, label, icon, words }) => (
            <li key={format} className="stack tight">
              <LinkButton to={addresses.auditFile(document, format, asof)} download icon={icon}>
                {label}
              </LinkButton>
              <p className="meta">{words}</p>
            </li>
          ))}
          {/* A pack is of the present record, and its download is recorded: a view of the past records nothing. */}
          {!asof && (
            <li className="stack tight">
              <LinkButton to={addresses.documentEvidence(document)} download icon="shield-check">
                Evidence pack, zip
              </LinkButton>
              <p className="meta">
                To hand over. The PDFs, the events, their proofs, an index to read, and a program that checks it all.
                Who takes it is recorded.
              </p>
            </li>
          )}
        </ul>
      </DialogBody>
      <DialogFoot cancel="Close" />
    </>
  );
}
