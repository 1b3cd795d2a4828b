import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { signatureStatement } from '#app/commands/signing.ts';
import { signTraining } from '#app/commands/training/sign.ts';
import { signatureForm } from '#app/forms/signature.ts';
import { addresses } from '#app/addresses.ts';
import { screenAction, screenLoader, submit } from '#app/server/screen/screen.ts';
import { recordToSign } from '#app/queries/training/to-sign.ts';
import { fullName } from '#app/queries/viewer.ts';
import { askToSign, signing } from '#app/screens/signing/sign-form.ts';
import { LastStep, ReadingDesk } from '#app/screens/signing/signing-page.tsx';
import { readingPlace } from '#app/screens/signing/reading-position.ts';
import { SignatureForm } from '#app/screens/signing/signature-form.tsx';
import { DocNumber } from '#app/ui/page/doc-number.tsx';
import { BackLink, Page, TitleBlock } from '#app/ui/page/page.tsx';
import { Status } from '#app/ui/status/status.tsx';
import { showDate } from '#app/ui/text/date.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';
import { DueWords, EffectiveWords } from './effective-words.tsx';

export { revalidateOnceOver as shouldRevalidate } from '#app/server/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => [
  { title: `Review: ${data?.toSign.of.name ?? 'document'} - Imprimatur` },
];

export const loader = (args: LoaderFunctionArgs) =>
  screenLoader('signed-in', async (page) => {
    const toSign = await askToSign(page, recordToSign, { record: page.params.uid ?? '' });
    return {
      toSign,
      place: await readingPlace(page, toSign.file),
      zone: page.viewer.settings.timeZone,
      now: page.now,
      printedName: fullName(page.viewer),
      statement: signatureStatement,
      commandId: page.ports.newId(),
    };
  })(args);

export const action = (args: ActionFunctionArgs) =>
  screenAction('signed-in', async (page) => {
    const form = await page.request.formData();
    const record = page.params.uid ?? '';
    return signing('There was a problem reviewing the document.', (broken) =>
      submit(page, {
        form,
        broken,
        schema: signatureForm,
        command: signTraining,
        input: (values) => ({ ...values, record }),
        after: () => ({ to: addresses.trainingSigned(record), toast: 'Your training is recorded.' }),
      }),
    );
  })(args);

/** A training record that its person reads and signs: download, sign. */
export default function Review() {
  const { toSign, place, zone, now, printedName, statement, commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { record, of, file, kind, opened, effectiveAt, dueAt } = toSign;
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
      <ReadingDesk
        of={of}
        file={file}
        kind={kind}
        purpose="training"
        place={place}
        facts={[
          { name: 'Owner', value: toSign.owner },
          { name: 'Assigned to you', value: showDate(toSign.assignedAt, zone) },
        ]}
        opened={opened}
        here={addresses.review(record)}
        lede="You sign that you have read and understand this version."
        lastResult={answer?.lastResult}
      >
        <LastStep number={2} printedName={printedName} meaning="read_and_understood">
          {opened && (
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
          )}
        </LastStep>
      </ReadingDesk>
    </Page>
  );
}
