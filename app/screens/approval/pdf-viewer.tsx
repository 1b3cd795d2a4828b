import { addresses } from '#app/http/addresses.ts';
import type { NamedVersion } from '#app/queries/approval/signed.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Icon } from '#app/ui/icon/icon.tsx';
import { Facts, Fingerprint, type Fact } from '#app/ui/page/facts.tsx';
import { Sheet } from '#app/ui/page/sheet.tsx';
import { Viewer } from '#app/ui/paper/viewer.tsx';
import { showSize } from '#app/ui/upload/stored-file.ts';

type PdfViewerProps = {
  of: NamedVersion;
  file: { name: string; size: number; pages: number | null; sha256: string };
  kind: 'final' | 'signed';
  purpose: 'approval' | 'training';
  /** What else is said about this version, before the file's own facts. */
  facts: readonly Fact[];
  /** Called when a link to the PDF was followed. */
  onFollow: () => void;
};

const pagesInWords = (pages: number | null): string => (pages === 1 ? '1 page' : `${pages ?? '?'} pages`);

/** The PDF that is signed: a picture of its first page and what is known of the file; itself behind Open and Download PDF. */
export function PdfViewer({ of, file, kind, purpose, facts, onFollow }: PdfViewerProps) {
  const { document, version } = of;
  return (
    <div className="stack">
      <Viewer
        title={kind === 'signed' ? 'Signed PDF' : 'Final PDF'}
        facts={file.pages ? `Page 1 of ${file.pages}` : undefined}
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
              <Icon name="external-link" />
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
        <img
          className="page-picture"
          src={addresses.pagePicture(document, version, kind)}
          width={595}
          height={842}
          alt="Page 1. Download the PDF for its text."
        />
      </Viewer>
      <Sheet id="file" title="This file">
        <Facts
          facts={[
            ...facts,
            { name: 'File', value: file.name },
            { name: 'Length', value: `${pagesInWords(file.pages)}, ${showSize(file.size)}` },
            { name: 'Fingerprint', value: <Fingerprint sha256={file.sha256} /> },
          ]}
        />
      </Sheet>
    </div>
  );
}
