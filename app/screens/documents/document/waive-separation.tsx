import type { MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useForm } from '@conform-to/react';
import type { DocumentStatus } from '#events/document/status.ts';
import { roleMay } from '#events/permissions.ts';
import { waiveSeparation } from '#app/commands/document/waive-separation.ts';
import { z } from 'zod';
import { addresses } from '#app/addresses.ts';
import { readForm, redirectTo } from '#app/server/screen/form.ts';
import { uidParams } from '#app/server/screen/route-input.ts';
import { screenAction, screenLoader } from '#app/server/screen/screen.ts';
import { failed } from '#app/wording/refusals.ts';
import { getDocument, type DocumentRecord } from '#app/queries/document/get-document.ts';
import { ReasonField, type WithReason } from '#app/ui/field/reason-field.tsx';
import { useLastResult } from '#app/ui/form/saved-form.ts';
import { documentAddress } from '#app/screens/documents/document-address.ts';
import { mastOf } from '#app/screens/documents/document-mast.tsx';
import { ActForm, ActPage } from './act-form.tsx';
import { pageTitle } from '#app/ui/text/page-title.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/server/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Separation of duties', data?.document.name);

/** The version that an exception of now covers. */
const coveredWords = ({ status, version }: DocumentRecord): string =>
  isUnpublished(status) ? `version ${version}` : `the version after ${version}`;

const isUnpublished = (status: DocumentStatus) =>
  status === 'CREATED' || status === 'IN_REVIEW' || status === 'APPROVED';

function obstacle(document: DocumentRecord): string | null {
  if (document.status === 'RETIRED') return 'A retired document needs no exception.';
  return document.separationWaived ? `An exception for ${coveredWords(document)} is recorded already.` : null;
}

export const loader = screenLoader({
  access: 'document.view_working',
  params: uidParams,
  async load(page) {
    const document = await page.ask(getDocument, { document: page.params.uid });
    const { uid, name, status, streamVersion } = document;
    return {
      document: { uid, name, streamVersion },
      mast: mastOf(document),
      obstacle: roleMay(page.viewer.role, 'document.waive_separation')
        ? obstacle(document)
        : 'Only an Admin can record an exception from the separation of duties.',
      covered: coveredWords(document),
      back: documentAddress({ uid, status }),
      commandId: page.ports.newId(),
    };
  },
});

export const action = screenAction({
  access: 'signed-in',
  params: uidParams,
  async act(page) {
    const document = page.params.uid;
    const form = await readForm(page, z.object({}), { command: waiveSeparation });
    if (!form.ok) return form.again();
    const result = await form.run(waiveSeparation, { ...form.values, document });
    if (!result.ok) return form.refused(result.failure, failed.waiveSeparation);
    const { status } = await page.ask(getDocument, { document });
    return redirectTo(page, documentAddress({ uid: document, status }), 'The exception is recorded.');
  },
});

/** The page that records an exception from the separation of duties. */
export default function WaiveSeparation() {
  const { document, mast, obstacle: words, covered, back, commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<WithReason>({
    id: 'separation',
    lastResult: useLastResult(answer?.lastResult),
  });
  return (
    <ActPage title="Separation of duties" of={mast} back={back} obstacle={answer ? null : words}>
      <ActForm
        document={document}
        commandId={commandId}
        form={form}
        action={addresses.waiveSeparation(document.uid)}
        button="Record exception"
        pendingLabel="Recording…"
        icon="shield-check"
      >
        <p>
          An exception for {covered}: its owner, or the Admin who gives final approval, may then be its only approver.
        </p>
        <p className="meta">The audit trail, the signature page and the report of exceptions show it.</p>
        <ReasonField field={fields.reason} always />
      </ActForm>
    </ActPage>
  );
}
