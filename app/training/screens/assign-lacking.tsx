import type { MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import { commandAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { getDocumentPage } from '#app/documents/queries/document-page.ts';
import { failed } from '#app/kit/words/refusals.ts';
import { assignLacking } from '#app/training/commands/assign-lacking.ts';
import { peopleLacking } from '#app/documents/queries/lacking-training.ts';
import { FormDialogPage } from '#app/ui/dialog/form-dialog-page.tsx';
import { SubmitButton } from '#app/ui/form/form.tsx';
import { counted, lasting, listed } from '#app/ui/text/count.ts';
import { pageTitle } from '#app/ui/page/page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Assign those who lack it', data?.name);

/** Names that the page lists. */
const mostNamed = 20;

export const loader = screenLoader({
  access: 'document.change_departments',
  params: uidParams,
  async load({ ask, params, ports }) {
    const { found } = await ask(getDocumentPage, { document: params.uid });
    const { people } = await ask(peopleLacking, { document: params.uid });
    const { uid, name } = found.document;
    return { uid, name, people: people.map((one) => one.name), commandId: ports.newId() };
  },
});

export const action = commandAction({
  access: 'document.change_departments',
  params: uidParams,
  command: assignLacking,
  input: ({ page }) => ({ document: page.params.uid }),
  failed: failed.assignLacking,
  done: ({ page, value }) => [
    addresses.document(page.params.uid),
    `Training is assigned to ${counted(value.assigned, 'person', 'people')}.`,
  ],
});

/** Asks before training on an imported version is assigned to those who have none. */
export default function AssignLacking() {
  const { uid, name, people, commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const more = people.length - mostNamed;
  const names = more > 0 ? `${people.slice(0, mostNamed).join(', ')} and ${lasting(more, 'other')}` : listed(people);
  return (
    <FormDialogPage
      id="assign-lacking"
      title="Assign those who lack it"
      back={addresses.document(uid)}
      commandId={commandId}
      obstacle={people.length === 0 && !answer ? 'Nobody lacks training on this version.' : null}
      problems={(answer?.lastResult.error?.[''] ?? []).map((message) => ({ message }))}
      button={<SubmitButton pendingLabel="Assigning…">Assign training</SubmitButton>}
    >
      <p>
        <b>{name}</b>
      </p>
      <p>
        {counted(people.length, 'person', 'people')} of its departments {people.length === 1 ? 'has' : 'have'} no
        training on the version in force: {names}.
      </p>
    </FormDialogPage>
  );
}
