import type { MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useForm } from '@conform-to/react';
import { z } from 'zod';
import { discardDocument } from '#app/documents/commands/retire.ts';
import { addresses } from '#app/kit/addresses.ts';
import { readForm, redirectTo, screenAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { getDocument, type DocumentRecord } from '#app/documents/queries/get-document.ts';
import { useLastResult } from '#app/ui/form/form.tsx';
import { toDocumentHead } from '#app/documents/screens/document-head.tsx';
import { ActPage } from './act-page.tsx';
import { DiscardForm } from './reason-forms.tsx';
import { pageTitle } from '#app/ui/page/page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Discard', data?.document.name);

function refusal({ status, manages, owner, versionBefore }: DocumentRecord & { manages: boolean }) {
  if (status !== 'CREATED') return 'Only a draft can be discarded.';
  if (versionBefore !== null) return 'A reinstated document cannot be discarded. Its history stays.';
  return manages ? null : `Only ${owner.name}, who owns this document, or an Admin can discard it.`;
}

export const loader = screenLoader({
  access: 'document.manage_own',
  params: uidParams,
  async load(page) {
    const document = await page.ask(getDocument, { document: page.params.uid });
    const { uid, name, streamVersion } = document;
    return {
      document: { uid, name, streamVersion },
      head: toDocumentHead(document),
      words: refusal(document),
      commandId: page.ports.newId(),
    };
  },
});

export const action = screenAction({
  access: 'document.manage_own',
  params: uidParams,
  async act(page) {
    const document = page.params.uid;
    const form = await readForm(page, z.object({}));
    if (!form.ok) return form.showAgain();
    const result = await form.run(discardDocument, { document });
    if (result.ok) return redirectTo(page, addresses.home(), `The draft ${result.value.name} is discarded.`);
    // Throws the error page where another person has discarded the draft meanwhile.
    await page.ask(getDocument, { document });
    return form.refused(result.failure);
  },
});

/** The page that discards a draft. */
export default function Discard() {
  const { document, head, words, commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form] = useForm({ id: 'discard-page', lastResult: useLastResult(answer?.lastResult) });
  return (
    <ActPage title="Discard draft" of={head} back={addresses.revise(document.uid)} obstacle={answer ? null : words}>
      <DiscardForm document={document} commandId={commandId} form={form} />
    </ActPage>
  );
}
