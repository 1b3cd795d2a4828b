import type { MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { useForm } from '@conform-to/react';
import type { DocumentStatus } from '#events/document/status.ts';
import { addresses } from '#app/kit/addresses.ts';
import { screenAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { answerTitle } from '#app/documents/screens/title/check-name.ts';
import { getDocument } from '#app/documents/queries/get-document.ts';
import { DocumentHead, toDocumentHead } from '#app/documents/screens/document-head.tsx';
import { DialogPage, NothingToDo } from '#app/ui/dialog/dialog.tsx';
import { useLastResult } from '#app/ui/form/form.tsx';
import { Page, pageTitle } from '#app/ui/page/page.tsx';
import { EditTitleForm } from './title-form.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Edit Title', data?.title);

function refusal({ status, manages, owner }: { status: DocumentStatus; manages: boolean; owner: { name: string } }) {
  if (status === 'RETIRED') return 'The title of a retired document cannot be changed.';
  return manages ? null : `Only ${owner.name}, who owns this document, or an Admin can revise it.`;
}

export const loader = screenLoader({
  access: 'document.view_working',
  params: uidParams,
  search: z.object({ name: z.string().optional() }),
  async load({ ask, params, search }) {
    const document = await ask(getDocument, { document: params.uid });
    const { uid, name } = document;
    return { uid, head: toDocumentHead(document), title: name, name: search.name ?? name, words: refusal(document) };
  },
});

export const action = screenAction({
  access: 'document.manage_own',
  params: uidParams,
  async act(page) {
    const { uid } = await page.ask(getDocument, { document: page.params.uid });
    return answerTitle(page, uid, (name) => addresses.revise(uid, name));
  },
});

/** Proposes another title, which the revision records. */
export default function EditTitle() {
  const { uid, head, name, words } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<{ name: string }>({
    id: 'edit-title-form',
    lastResult: useLastResult(answer?.lastResult),
    defaultValue: { name },
  });
  return (
    <Page>
      <DialogPage
        title="Edit Title"
        masthead={<DocumentHead of={head} back={addresses.revise(uid)} />}
        back={addresses.revise(uid)}
      >
        {words !== null && !answer ? (
          <NothingToDo words={words} />
        ) : (
          <EditTitleForm document={uid} form={form} field={fields.name} />
        )}
      </DialogPage>
    </Page>
  );
}
