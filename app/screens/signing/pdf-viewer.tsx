import type { StoredFile } from '#events/document/events.ts';
import { addresses } from '#app/addresses.ts';
import type { NamedVersion } from '#app/queries/signature.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Icon } from '#app/ui/icon/icon.tsx';
import { Facts, Fingerprint, type Fact } from '#app/ui/page/facts.tsx';
import { Sheet } from '#app/ui/page/sheet.tsx';
import { Viewer } from '#app/ui/paper/viewer.tsx';
import { limits } from '#events/limits.ts';
import { PageText, PageTurner, PdfPages } from './pdf-pages.tsx';
import type { ReadingPlace } from './reading-position.ts';
import { showSize } from '#app/ui/upload/stored-file.ts';
import { renditionFact } from '#app/screens/documents/rendition-fact.tsx';

type PdfViewerProps = {
  of: NamedVersion;
  file: Pick<StoredFile, 'name' | 'size' | 'pages' | 'sha256' | 'rendition'>;
  kind: 'final' | 'signed';
  purpose: 'approval' | 'training';
  place: ReadingPlace;
  /** Facts about the version, shown before those of the file. */
  facts: readonly Fact[];
  /** Called when a link to the PDF was followed. */
  onFollow: () => void;
};

const pagesInWords = (pages: number | null): string => (pages === 1 ? '1 page' : `${pages ?? '?'} pages`);

/** The PDF to sign: its pages, their text, and the facts of the file. */
export function PdfViewer({ of, file, kind, purpose, place, facts, onFollow }: PdfViewerProps) {
  const { document, version } = of;
  const pages = file.pages ?? 1;
  const shown = file.size <= limits.pdfShown;
  return (
    <div className="stack">
      <Viewer
        title={kind === 'signed' ? 'Signed PDF' : 'Final PDF'}
        facts={shown ? <PageTurner pages={pages} place={place} /> : pagesInWords(file.pages)}
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
        {shown ? (
          <PdfPages of={of} kind={kind} pages={pages} place={place} />
        ) : (
          <p>This PDF is too large to be shown here page by page. Open it in your browser, or download it.</p>
        )}
      </Viewer>
      {shown && <PageText pages={pages} place={place} />}
      <Sheet id="file" title="This file">
        <Facts
          facts={[
            ...facts,
            { name: 'File', value: file.name },
            { name: 'Length', value: `${pagesInWords(file.pages)}, ${showSize(file.size)}` },
            { name: 'Fingerprint', value: <Fingerprint sha256={file.sha256} /> },
            ...renditionFact(file),
          ]}
        />
      </Sheet>
    </div>
  );
}
