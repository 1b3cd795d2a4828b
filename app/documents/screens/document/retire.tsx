import type { MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useForm } from '@conform-to/react';
import { roleMay } from '#events/permissions.ts';
import { texts } from '#events/texts.ts';
import { retireDocument } from '#app/documents/commands/retire.ts';
import { addresses } from '#app/kit/addresses.ts';
import { commandAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { failed } from '#app/kit/words/refusals.ts';
import { getDocument, type DocumentRecord } from '#app/documents/queries/get-document.ts';
import { useLastResult } from '#app/ui/form/form.tsx';
import { documentAddress } from '#app/kit/screen/document-address.ts';
import { toDocumentHead } from '#app/documents/screens/document-head.tsx';
import { ActPage } from './act-page.tsx';
import { RetireForm } from './reason-forms.tsx';
import { pageTitle } from '#app/ui/page/page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Retire', data?.document.name);

function refusal({ status, versionBefore }: Pick<DocumentRecord, 'status' | 'versionBefore'>): string | null {
  if (status === 'CREATED' && versionBefore !== null) {
    return 'A reinstated draft can be retired once it was sent for review. Until then nothing is in force.';
  }
  if (status === 'CREATED') return 'A draft is discarded, not retired.';
  return status === 'RETIRED' ? 'This document is already retired.' : null;
}

export const loader = screenLoader({
  access: 'document.view_working',
  params: uidParams,
  async load(page) {
    const found = await page.ask(getDocument, { document: page.params.uid });
    const { uid, name, status, streamVersion } = found;
    return {
      document: { uid, name, streamVersion },
      head: toDocumentHead(found),
      words: roleMay(page.viewer.role, 'document.retire') ? refusal(found) : texts.retireRequiresAdmin,
      back: documentAddress({ uid, status }),
      commandId: page.ports.newId(),
    };
  },
});

export const action = commandAction({
  access: 'signed-in',
  params: uidParams,
  command: retireDocument,
  input: ({ page }) => ({ document: page.params.uid }),
  failed: failed.retireDocument,
  done: ({ value }) => [addresses.home(), `${value.name} is retired.`],
});

/** The page that retires a document. */
export default function Retire() {
  const { document, head, words, back, commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<{ reason: string }>({
    id: 'retire-page',
    lastResult: useLastResult(answer?.lastResult),
  });
  return (
    <ActPage title="Retire" of={head} back={back} obstacle={answer ? null : words}>
      <RetireForm document={document} commandId={commandId} form={form} reason={fields.reason} />
    </ActPage>
  );
}
