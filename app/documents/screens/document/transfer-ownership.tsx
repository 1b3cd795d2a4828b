import type { MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useForm } from '@conform-to/react';
import { roleLabel } from '#events/user/role.ts';
import { transferOwnership } from '#app/documents/commands/transfer-ownership.ts';
import { transferForm } from '#app/documents/forms/document-decision.ts';
import { readForm, redirectTo, screenAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { failed } from '#app/kit/words/refusals.ts';
import { listOwnerOptions } from '#app/organisation/queries/choices.ts';
import { getDocument } from '#app/documents/queries/get-document.ts';
import { FormDialogPage } from '#app/ui/dialog/form-dialog-page.tsx';
import { ReasonField, SelectField, type WithReason } from '#app/ui/field/field.tsx';
import { SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { documentAddress } from '#app/kit/screen/document-address.ts';
import { DocumentHead, toDocumentHead } from '#app/documents/screens/document-head.tsx';
import { pageTitle } from '#app/ui/page/page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Transfer ownership', data?.document.name);

export const loader = screenLoader({
  access: 'document.manage_own',
  params: uidParams,
  async load(page) {
    const found = await page.ask(getDocument, { document: page.params.uid });
    const { uid, name, status, streamVersion, owner, manages } = found;
    const options = await page.ask(listOwnerOptions, {});
    const only = manages ? null : `Only ${owner.name}, who owns this document, or an Admin can transfer its ownership.`;
    return {
      document: { uid, name, streamVersion },
      head: toDocumentHead(found),
      owner: owner.name,
      obstacle: status === 'RETIRED' ? 'The ownership of a retired document cannot be transferred.' : only,
      options: options.filter((option) => option.uid !== owner.uid),
      back: documentAddress({ uid, status }),
      commandId: page.ports.newId(),
    };
  },
});

export const action = screenAction({
  access: 'document.manage_own',
  params: uidParams,
  async act(page) {
    const { uid: document } = await page.ask(getDocument, { document: page.params.uid });
    const form = await readForm(page, transferForm, { command: transferOwnership });
    if (!form.ok) return form.showAgain();
    const result = await form.run(transferOwnership, { ...form.values, document });
    if (!result.ok) return form.refused(result.failure, failed.transferOwnership);
    const { status } = await page.ask(getDocument, { document });
    const words = `${result.value.owner} owns ${result.value.name} now. Both owners get an email.`;
    return redirectTo(page, documentAddress({ uid: document, status }), words);
  },
});

/** The page that gives a document another owner. */
export default function TransferOwnership() {
  const { document, head, owner, obstacle, options, back, commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<WithReason<{ owner: string }>>({
    id: 'transfer-ownership',
    lastResult: useLastResult(answer?.lastResult),
  });
  return (
    <FormDialogPage
      title="Transfer ownership"
      masthead={<DocumentHead of={head} back={back} />}
      back={back}
      obstacle={answer ? null : obstacle}
      form={form}
      commandId={commandId}
      expectedVersion={document.streamVersion}
      labels={{ owner: 'New owner' }}
      button={
        <SubmitButton icon="user-round" pendingLabel="Transferring…">
          Transfer ownership
        </SubmitButton>
      }
    >
      <p>
        {owner} owns this document. Drafts, rejections and periodic reviews follow the new owner. Both get an email.
      </p>
      <SelectField
        field={fields.owner}
        label="New owner"
        placeholder="Choose"
        options={options.map(({ uid, name, role }) => ({ value: uid, label: `${name}, ${roleLabel(role)}` }))}
      />
      <ReasonField field={fields.reason} />
    </FormDialogPage>
  );
}
