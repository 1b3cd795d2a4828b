import type { StoredFile } from '#events/document/events.ts';
import { addresses } from '#app/kit/addresses.ts';
import type { NamedVersion } from '#app/kit/query/signature.ts';
import { renditionFact } from '#app/documents/screens/rendition-fact.tsx';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Icon } from '#app/ui/icon/icon.tsx';
import { Facts, Fingerprint, type Fact } from '#app/ui/page/facts.tsx';
import { Sheet } from '#app/ui/page/sheet.tsx';
import { showSize } from '#app/ui/upload/stored-file.ts';

type FileActionsProps = {
  of: NamedVersion;
  kind: 'final' | 'signed';
  purpose: 'approval' | 'training';
  /** Called when a link to the PDF was followed. */
  onFollow: () => void;
};

/** The links that open and download the PDF to sign. */
export const FileActions = ({ of: { document, version }, kind, purpose, onFollow }: FileActionsProps) => (
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
);

const pagesInWords = (pages: number | null): string => (pages === 1 ? '1 page' : `${pages ?? '?'} pages`);

type FileSheetProps = {
  file: Pick<StoredFile, 'name' | 'size' | 'pages' | 'sha256' | 'rendition'>;
  /** Facts about the version, shown before those of the file. */
  facts: readonly Fact[];
};

/** The facts of the PDF to sign. */
export const FileSheet = ({ file, facts }: FileSheetProps) => (
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
);
