import { addresses } from '#app/kit/addresses.ts';
import { PdfViewer } from '#app/documents/screens/reading/pdf-viewer.tsx';
import { usePast } from '#app/ui/as-of/as-of.tsx';
import { Icon } from '#app/ui/icon/icon.tsx';
import { readablePdf } from '../document-view.ts';
import { useDocumentTab } from '../use-document-tab.ts';

/** The PDF of the shown version. What is opened here is a controlled copy, which unlocks no signature. */
export function ReadTab() {
  const {
    document: { uid },
    shown,
    loaded,
  } = useDocumentTab();
  const { kind, file } = readablePdf(shown);
  const asof = usePast();
  if (!loaded) return null;
  return (
    <PdfViewer
      of={{ document: uid, version: shown.version }}
      kind={kind}
      file={file}
      loaded={loaded}
      actions={
        !asof && (
          <a
            className="button"
            data-kind="quiet"
            data-size="small"
            href={addresses.openFile(uid, shown.version, kind, 'effective')}
            target="_blank"
            rel="noreferrer"
          >
            <Icon name="external-link" />
            Open
          </a>
        )
      }
    />
  );
}
