import type { MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { signOnOf } from '#events/single-sign-on/settings.ts';
import { askIssuerToTrain, signTraining } from '#app/training/commands/sign.ts';
import { issuerForm, signatureForm } from '#app/signatures/forms.ts';
import { outsideTraining } from '#app/kit/words/version-change.ts';
import { addresses } from '#app/kit/addresses.ts';
import { type Page, readForm, redirectTo, screenAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { recordToSign } from '#app/training/queries/to-sign.ts';
import { changeFacts } from '#app/documents/screens/change-facts.tsx';
import { showChange } from '#app/documents/screens/shown-change.ts';
import { askToSign, loadSigning } from '#app/signatures/screens/sign-form.ts';
import { loadSince, signingSearch } from '#app/signatures/screens/load-since.ts';
import { LastStep, SigningPage } from '#app/signatures/screens/signing-page.tsx';
import { leaveForIssuer } from '#app/sign-in/screens/single-sign-on/leave.ts';
import { SignatureForm } from '#app/signatures/screens/signature-form.tsx';
import { Status } from '#app/ui/status/status.tsx';
import { showDate } from '#app/ui/text/date.ts';
import { failed } from '#app/kit/words/refusals.ts';
import { DueWords, EffectiveWords } from '#app/documents/screens/document/effective-words.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export { revalidateSigning as shouldRevalidate } from '#app/signatures/screens/revalidate-signing.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => [
  { title: `Review: ${data?.toSign.of.name ?? 'document'} - Imprimatur` },
];

export const loader = screenLoader({
  access: 'signed-in',
  params: uidParams,
  search: signingSearch,
  async load(page) {
    const toSign = await askToSign(page, recordToSign, { record: page.params.uid });
    return {
      toSign,
      change: await showChange(page, toSign.of.document, toSign.change),
      ...(await loadSigning(page, toSign.file)),
      since: await loadSince(page, toSign.since),
    };
  },
});

export const action = screenAction({
  access: 'signed-in',
  params: uidParams,
  async act(page) {
    const record = page.params.uid;
    if (signOnOf(page.viewer.settings, page.viewer.uid)) return leaveToSign(page, record);
    const form = await readForm(page, signatureForm);
    if (!form.ok) return form.showAgain();
    const result = await form.run(signTraining, { ...form.values, record });
    if (!result.ok) return form.refused(result.failure, failed.review);
    return redirectTo(page, addresses.trainingSigned(record), 'Your training is recorded.');
  },
});

/** The form of a person who signs in at the issuer: it waits until they have come back from there. */
async function leaveToSign(page: Page, record: string) {
  const form = await readForm(page, issuerForm);
  if (!form.ok) return form.showAgain();
  const asked = await form.run(askIssuerToTrain, { ...form.values, record, page: addresses.review(record) });
  if (!asked.ok) return form.refused(asked.failure, failed.review);
  return leaveForIssuer(page, asked.value);
}

/** The trainee's signing page: download, sign. */
export default function Review() {
  const {
    toSign,
    change,
    loaded,
    unidentified,
    factor,
    zone,
    now,
    printedName,
    statement,
    commandId,
    hasPasskey,
    issuer,
    since,
  } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { record, of, file, kind, opened, effectiveAt, effectiveZone, dueAt } = toSign;
  const dates = { effectiveAt, effectiveZone, dueAt, now, zone };
  const outside = outsideTraining(toSign.change?.trainingImpact);
  return (
    <SigningPage
      back={addresses.home('training')}
      of={of}
      status={
        <>
          <Status status="PENDING" label="Requires Training" stamp />
          <span>Version {of.version}</span>
          <EffectiveWords {...dates} />
          <DueWords {...dates} />
        </>
      }
      file={file}
      kind={kind}
      purpose="training"
      loaded={loaded}
      facts={[
        { name: 'Owner', value: toSign.owner },
        { name: 'Assigned to you', value: showDate(toSign.assignedAt, zone) },
        ...changeFacts(change),
      ]}
      opened={opened}
      unidentified={unidentified}
      factor={factor}
      here={addresses.review(record)}
      since={since}
      lede={['You sign that you have read and understand this version.', outside].filter(Boolean).join(' ')}
      lastResult={answer?.lastResult}
    >
      <LastStep number={2} printedName={printedName} meaning="read_and_understood">
        {opened && !unidentified && factor !== 'missing' && (
          <SignatureForm
            comparison={since?.sha256 ?? null}
            meaning="read_and_understood"
            action={addresses.review(record)}
            commandId={commandId}
            asksCode={factor === 'code'}
            printedName={printedName}
            sha256={opened.sha256}
            version={of.version}
            statement={statement}
            issuer={issuer}
            lastResult={answer?.lastResult}
            passkey={hasPasskey ? { record } : null}
          />
        )}
      </LastStep>
    </SigningPage>
  );
}
