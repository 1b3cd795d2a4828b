import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { signatureStatement } from '#app/commands/signing.ts';
import { signTraining } from '#app/commands/training/sign.ts';
import { signatureForm } from '#app/forms/signature.ts';
import { addresses } from '#app/http/addresses.ts';
import { screenAction, screenLoader, submit } from '#app/http/screen.ts';
import { recordToSign } from '#app/queries/training/to-sign.ts';
import { fullName } from '#app/queries/viewer.ts';
import { PdfViewer } from '#app/screens/approval/pdf-viewer.tsx';
import { Refused } from '#app/screens/approval/refused.tsx';
import { askToSign, signing } from '#app/screens/approval/sign-form.ts';
import { SignatureForm, submitWords } from '#app/screens/approval/signature-form.tsx';
import { useDownloadWatch } from '#app/screens/approval/use-download-watch.ts';
import { DocNumber } from '#app/ui/page/doc-number.tsx';
import { BackLink, Page, TitleBlock } from '#app/ui/page/page.tsx';
import {
  DownloadStep,
  LockedForm,
  Reading,
  SignaturePanel,
  SigningStep,
} from '#app/ui/signature-panel/signature-panel.tsx';
import { Status } from '#app/ui/status/status.tsx';
import { showDate } from '#app/ui/text/date.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';
import { DueWords, EffectiveWords } from './effective-words.tsx';

export const meta = ({ data }: MetaArgs<typeof loader>) => [
  { title: `Review: ${data?.toSign.of.name ?? 'document'} - Imprimatur` },
];

export const loader = (args: LoaderFunctionArgs) =>
  screenLoader('signed-in', async (page) => ({
    toSign: await askToSign(page, recordToSign, { record: page.params.uid ?? '' }),
    zone: page.viewer.settings.timeZone,
    now: page.now,
    printedName: fullName(page.viewer),
    statement: signatureStatement,
    commandId: page.ports.newId(),
  }))(args);

export const action = (args: ActionFunctionArgs) =>
  screenAction('signed-in', async (page) => {
    const form = await page.request.formData();
    const record = page.params.uid ?? '';
    return signing(page, form, 'There was a problem reviewing the document.', () =>
      submit(page, {
        form,
        schema: signatureForm,
        command: signTraining,
        input: (values) => ({ ...values, record }),
        after: () => ({ to: addresses.trainingSigned(record), toast: 'Your training is recorded.' }),
      }),
    );
  })(args);

/** A training record that its person reads and signs: download, sign. */
export default function Review() {
  const { toSign, zone, now, printedName, statement, commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { record, of, file, kind, opened, effectiveAt, dueAt } = toSign;
  const watch = useDownloadWatch(opened === null);
  const dates = { effectiveAt, dueAt, now, zone };
  return (
    <Page>
      <TitleBlock
        compact
        trail={
          <>
            <BackLink to={addresses.home('training')}>Documents</BackLink>
            <DocNumber number={documentNumber(of)} />
          </>
        }
        title={of.name}
        facts={
          <>
            <Status status="PENDING" label="Requires Training" stamp />
            <span>Version {of.version}</span>
            <EffectiveWords {...dates} />
            <DueWords {...dates} />
          </>
        }
      />
      <Reading>
        <PdfViewer
          of={of}
          file={file}
          kind={kind}
          purpose="training"
          onFollow={watch}
          facts={[
            { name: 'Owner', value: toSign.owner },
            { name: 'Assigned to you', value: showDate(toSign.assignedAt, zone) },
          ]}
        />
        <SignaturePanel lede="You sign that you have read and understand this version.">
          <DownloadStep
            href={addresses.file(of.document, of.version, kind, 'training')}
            size={file.size}
            pageHref={addresses.review(record)}
            downloadedAt={opened?.at ?? null}
          />
          {!opened && <Refused lastResult={answer?.lastResult} />}
          {opened ? (
            <SigningStep number={2} title="Sign" state="current">
              <SignatureForm
                meaning="read_and_understood"
                action={addresses.review(record)}
                commandId={commandId}
                printedName={printedName}
                sha256={opened.sha256}
                version={of.version}
                statement={statement}
                lastResult={answer?.lastResult}
              />
            </SigningStep>
          ) : (
            <SigningStep number={2} title="Sign" state="locked">
              <LockedForm printedName={printedName} action={submitWords.read_and_understood} />
            </SigningStep>
          )}
        </SignaturePanel>
      </Reading>
    </Page>
  );
}
