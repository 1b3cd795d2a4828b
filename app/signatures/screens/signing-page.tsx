import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { StoredFile } from '#events/document/events.ts';
import { addresses } from '#app/kit/addresses.ts';
import type { FormAnswer } from '#app/kit/screen/screen.ts';
import type { OpenedPdf } from '#app/documents/queries/opened-pdf.ts';
import type { SigningFactor } from '#app/kit/people/second-factor.ts';
import type { NamedVersion } from '#app/kit/query/signature.ts';
import { Notice } from '#app/ui/notice/notice.tsx';
import type { Fact } from '#app/ui/page/facts.tsx';
import { Page } from '#app/ui/page/page.tsx';
import {
  DownloadStep,
  LockedForm,
  Reading,
  SignaturePanel,
  SigningStep,
} from '#app/ui/signature-panel/signature-panel.tsx';
import { FileActions, FileSheet } from './signed-file.tsx';
import { PdfViewer } from '#app/documents/screens/reading/pdf-viewer.tsx';
import type { LoadedReading } from '#app/documents/screens/reading/load-reading.ts';
import type { LoadedSince } from './load-since.ts';
import { SinceChanges, SinceStep, SinceTabs } from './since-tab.tsx';
import { submitWords } from './signature-form.tsx';
import { useDownloadWatch } from './use-download-watch.ts';
import { DocumentTitle } from '#app/kit/screen/document-title.tsx';

type SigningPageProps = {
  /** The address of the list before. */
  back: string;
  of: NamedVersion;
  status: ReactNode;
  file: StoredFile;
  kind: 'final' | 'signed';
  purpose: 'approval' | 'training';
  loaded: LoadedReading;
  facts: readonly Fact[];
  /** Null while the person has not opened the PDF, which locks the form. */
  opened: OpenedPdf | null;
  /** An admin must verify the person's identity first, which locks the form. */
  unidentified: boolean;
  /** What a signature needs beside the password; a missing second factor locks the form. */
  factor: SigningFactor;
  /** The address of the page without a decision. */
  here: string;
  lede: string;
  /** The person is about to reject. */
  rejects?: boolean;
  lastResult: FormAnswer['lastResult'] | undefined;
  /** The steps after the first. */
  children: ReactNode;
  dialog?: ReactNode;
  /** What changed since an older version; null where there is none. */
  since: LoadedSince | null;
  /** Below the PDF. */
  below?: ReactNode;
};

/** The PDF at the left and the steps of signing at the right. Opening the PDF unlocks the other steps. */
export function SigningPage(props: SigningPageProps) {
  const { back, of, status, file, kind, purpose, loaded, facts, opened, unidentified, factor, here, lede } = props;
  const { rejects, lastResult, children, dialog, since } = props;
  const watch = useDownloadWatch(opened === null);
  const reasons = lastResult?.error?.[''] ?? [];
  return (
    <Page>
      <DocumentTitle compact of={of} back={back} title={of.name} facts={status} />
      <Reading>
        <div className="stack">
          {since && <SinceTabs since={since} />}
          {since?.shows && <SinceChanges since={since} />}
          {!since?.shows && (
            <>
              <PdfViewer
                of={of}
                file={file}
                kind={kind}
                loaded={loaded}
                actions={<FileActions of={of} kind={kind} purpose={purpose} onFollow={watch} />}
              />
              {props.below}
              <FileSheet file={file} facts={facts} />
            </>
          )}
        </div>
        <SignaturePanel lede={lede} rejects={rejects}>
          {unidentified && (
            <div className="signing-step">
              <Notice kind="wait">
                An admin must verify your identity before you can sign. You can read the document now.
              </Notice>
            </div>
          )}
          {factor === 'missing' && (
            <div className="signing-step">
              <Notice kind="wait">
                <p>
                  <Link to={addresses.secondFactor()}>Set up your second factor</Link> before you sign. You can read the
                  document now.
                </p>
              </Notice>
            </div>
          )}
          <DownloadStep
            href={addresses.file(of.document, of.version, kind, purpose)}
            size={file.size}
            pageHref={here}
            downloadedAt={opened?.at ?? null}
            onFollow={watch}
          />
          {/* Why a signature was refused, where the form that was sent is locked by now. */}
          {opened === null && reasons.length > 0 && (
            <div className="signing-step">
              <Notice kind="stop" live="alert">
                {reasons.join(' ')}
              </Notice>
            </div>
          )}
          {since && <SinceStep since={since} />}
          {children}
        </SignaturePanel>
      </Reading>
      {dialog}
    </Page>
  );
}

type LastStepProps = {
  number: number;
  printedName: string;
  meaning: keyof typeof submitWords;
  /** The form, once it is unlocked. */
  children: ReactNode;
};

/** The last step with the signature form, or a locked form. */
export function LastStep({ number, printedName, meaning, children }: LastStepProps) {
  return (
    <SigningStep number={number} title="Sign" state={children ? 'current' : 'locked'}>
      {children ?? <LockedForm printedName={printedName} action={submitWords[meaning]} />}
    </SigningStep>
  );
}
