import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { useForm } from '@conform-to/react';
import { addresses } from '#app/kit/addresses.ts';
import { screenAction, screenLoader } from '#app/kit/screen/screen.ts';
import { answerTitle } from '#app/documents/screens/title/check-name.ts';
import { DialogPage } from '#app/ui/dialog/dialog.tsx';
import { useLastResult } from '#app/ui/form/form.tsx';
import { Page } from '#app/ui/page/page.tsx';
import { NewTitleForm } from '#app/documents/screens/title/title-form.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta = () => [{ title: 'Create new document - Imprimatur' }];

export const loader = screenLoader({
  access: 'document.create',
  search: z.object({ name: z.string().default('') }),
  load: async ({ search }) => ({ name: search.name }),
});

export const action = screenAction({
  access: 'document.create',
  act: (page) => answerTitle(page, null, addresses.createDocument),
});

/** The page of the title, like the dialog of the documents home. */
export default function CreateTitle() {
  const { name } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<{ name: string }>({
    id: 'new-title-form',
    lastResult: useLastResult(answer?.lastResult),
    defaultValue: { name },
  });
  return (
    <Page>
      <DialogPage title="Create new document" back={addresses.home()}>
        <NewTitleForm form={form} field={fields.name} />
      </DialogPage>
    </Page>
  );
}
