import { addresses } from '#app/addresses.ts';
import { DueWords } from '#app/screens/training/effective-words.tsx';
import { PdfViewer } from '#app/screens/reading/pdf-viewer.tsx';
import { usePast } from '#app/ui/as-of/as-of.tsx';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Icon } from '#app/ui/icon/icon.tsx';
import { Notice } from '#app/ui/notice/notice.tsx';
import { type DocumentPageData, readablePdf } from './document-view.ts';

/** The PDF of the shown version. What is opened here is a controlled copy, which unlocks no signature. */
export function ReadTab({ document: { uid }, shown, loaded }: DocumentPageData) {
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

/** For people with open training on the document: the way to the page where they sign. */
export function WaitingTraining({ waiting, shown, now, zone }: DocumentPageData) {
  if (!waiting) return null;
  const { effectiveAt, effectiveZone } = shown;
  return (
    <Notice kind="wait">
      <p className="row">
        <span>
          This waits for your training{waiting.version === shown.version ? '' : `, version ${waiting.version}`}.{' '}
          <DueWords
            effectiveAt={effectiveAt}
            effectiveZone={effectiveZone}
            dueAt={waiting.dueAt}
            now={now}
            zone={zone}
          />
        </span>
        <LinkButton to={addresses.review(waiting.record)} kind="pen" icon="signature">
          Review Document
        </LinkButton>
      </p>
    </Notice>
  );
}
