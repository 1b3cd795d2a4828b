import { typeLabel } from '#events/document/type.ts';
import { addresses } from '#app/http/addresses.ts';
import type { NamedVersion } from '#app/queries/approval/signed.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Facts, Fingerprint, type Fact } from '#app/ui/page/facts.tsx';
import { Paper, Viewer } from '#app/ui/paper/viewer.tsx';
import { showSize } from '#app/ui/upload/stored-file.ts';

type PdfViewerProps = {
  of: NamedVersion;
  organisation: string;
  file: { name: string; size: number; pages: number | null; sha256: string };
  kind: 'final' | 'signed';
  purpose: 'approval' | 'training';
  /** What else the cover says about this version, before the file's own facts. */
  facts: readonly Fact[];
  /** Called when a link to the PDF was followed. */
  onFollow: () => void;
};

const pagesInWords = (pages: number | null): string => (pages === 1 ? '1 page' : `${pages ?? '?'} pages`);

/** The PDF that is signed: its cover sheet on the page, itself behind Open and Download PDF. */
export function PdfViewer({ of, organisation, file, kind, purpose, facts, onFollow }: PdfViewerProps) {
  const { document, version } = of;
  const pages = pagesInWords(file.pages);
  return (
    <Viewer
      title={kind === 'signed' ? 'Signed PDF' : 'Final PDF'}
      facts={pages}
      actions={
        <>
          <a
            className="button"
            data-kind="quiet"
            data-size="small"
            href={addresses.openFile(document, version, kind, purpose)}
            target="_blank"
            rel="noreferrer"
            onClick={onFollow}
          >
            Open
          </a>
          <LinkButton
            to={addresses.file(document, version, kind, purpose)}
            download
            size="small"
            icon="download"
            onClick={onFollow}
          >
            Download PDF
          </LinkButton>
        </>
      }
    >
      <Paper>
        <table className="paper-head">
          <tbody>
            <tr>
              <th scope="rowgroup" rowSpan={2}>
                {organisation}
              </th>
              <td>{typeLabel(of.type)}</td>
              <td>{[typeLabel(of.type), of.functionalArea, of.docNum].join('-')}</td>
            </tr>
            <tr>
              <td>{of.name}</td>
              <td>
                Version {version}, {pages}
              </td>
            </tr>
          </tbody>
        </table>
        <Facts
          facts={[
            ...facts,
            { name: 'File', value: file.name },
            { name: 'Length', value: `${pages}, ${showSize(file.size)}` },
            { name: 'Fingerprint of the PDF, SHA-256', value: <Fingerprint sha256={file.sha256} />, whole: true },
          ]}
        />
      </Paper>
    </Viewer>
  );
}
