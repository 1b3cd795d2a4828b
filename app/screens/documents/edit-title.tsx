import { useActionData, useLoaderData } from '@remix-run/react';
import { useForm } from '@conform-to/react';
import { addresses } from '#app/http/addresses.ts';
import { screenAction, screenLoader } from '#app/http/screen.ts';
import { answerTitle } from '#app/http/title.ts';
import { getDocument } from '#app/queries/document/record.ts';
import { DialogPage } from '#app/ui/dialog/dialog.tsx';
import { useLastResult } from '#app/ui/form/kept.ts';
import { Page } from '#app/ui/page/page.tsx';
import { EditTitleForm } from './title-form.tsx';

export const meta = () => [{ title: 'Edit Title - Imprimatur' }];

export const loader = screenLoader('document.view_working', async (page) => {
  const { uid, name } = await page.ask(getDocument, { document: page.params.uid ?? '' });
  return { uid, name: page.url.searchParams.get('name') ?? name };
});

export const action = screenAction('document.manage_own', async (page) => {
  const { uid } = await page.ask(getDocument, { document: page.params.uid ?? '' });
  return answerTitle(page, uid, (name) => addresses.revise(uid, name));
});

/** Proposes another title; the revision that follows records it. */
export default function EditTitle() {
  const { uid, name } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<{ name: string }>({
    id: 'edit-title-form',
    lastResult: useLastResult(answer?.lastResult),
    defaultValue: { name },
  });
  return (
    <Page>
      <DialogPage title="Edit Title" back={addresses.revise(uid)}>
        <EditTitleForm document={uid} form={form} field={fields.name} />
      </DialogPage>
    </Page>
  );
}
