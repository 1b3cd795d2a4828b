import type { ReactNode } from 'react';
import type { StoredFile } from '#events/document/events.ts';
import { addresses } from '#app/addresses.ts';
import type { FormAnswer } from '#app/server/screen/form.ts';
import type { OpenedPdf } from '#app/queries/approval/opened-pdf.ts';
import type { NamedVersion } from '#app/queries/approval/signed.ts';
import type { Fact } from '#app/ui/page/facts.tsx';
import {
  DownloadStep,
  LockedForm,
  Reading,
  SignaturePanel,
  SigningStep,
} from '#app/ui/signature-panel/signature-panel.tsx';
import { PdfViewer } from './pdf-viewer.tsx';
import type { ReadingPlace } from './reading-position.ts';
import { Refused } from './refused.tsx';
import { submitWords } from './signature-form.tsx';
import { useDownloadWatch } from './use-download-watch.ts';

type ReadingDeskProps = {
  of: NamedVersion;
  file: StoredFile;
  kind: 'final' | 'signed';
  purpose: 'approval' | 'training';
  place: ReadingPlace;
  facts: readonly Fact[];
  /** Null while the person has not opened the PDF: the form is locked. */
  opened: OpenedPdf | null;
  /** This screen's own address, without a decision. */
  here: string;
  lede: string;
  lastResult: FormAnswer['lastResult'] | undefined;
  /** The steps after the first. */
  children: ReactNode;
};

/** What is signed at the left, the steps of signing at the right; the first step, opening the PDF, unlocks the others. */
export function ReadingDesk(props: ReadingDeskProps) {
  const { of, file, kind, purpose, place, facts, opened, here, lede, lastResult, children } = props;
  const watch = useDownloadWatch(opened === null);
  return (
    <Reading>
      <PdfViewer of={of} file={file} kind={kind} purpose={purpose} place={place} facts={facts} onFollow={watch} />
      <SignaturePanel lede={lede}>
        <DownloadStep
          href={addresses.file(of.document, of.version, kind, purpose)}
          size={file.size}
          pageHref={here}
          downloadedAt={opened?.at ?? null}
          onFollow={watch}
        />
        {opened === null && <Refused lastResult={lastResult} />}
        {children}
      </SignaturePanel>
    </Reading>
  );
}

type LastStepProps = {
  number: number;
  printedName: string;
  meaning: keyof typeof submitWords;
  /** The form, once it is unlocked. */
  children: ReactNode;
};

/** The step of the signature itself: its form, or the form as it will be. */
export function LastStep({ number, printedName, meaning, children }: LastStepProps) {
  return (
    <SigningStep number={number} title="Sign" state={children ? 'current' : 'locked'}>
      {children ?? <LockedForm printedName={printedName} action={submitWords[meaning]} />}
    </SigningStep>
  );
}
