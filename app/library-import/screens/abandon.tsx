import type { MetaArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import { commandAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { abandonImport } from '#app/library-import/commands/begin.ts';
import { getImport } from '#app/library-import/queries/imports.ts';
import { ReasonPage } from '#app/ui/dialog/reason-page.tsx';
import { SubmitButton } from '#app/ui/form/form.tsx';
import { pageTitle } from '#app/ui/page/page.tsx';
import { failed } from '#app/kit/words/refusals.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Abandon import', data?.source);

export const loader = screenLoader({
  access: 'library.import',
  params: uidParams,
  async load({ ask, params, ports }) {
    const { uid, source } = await ask(getImport, { import: params.uid });
    return { uid, source, commandId: ports.newId() };
  },
});

export const action = commandAction({
  access: 'library.import',
  params: uidParams,
  command: abandonImport,
  input: ({ page }) => ({ import: page.params.uid }),
  failed: failed.abandonImport,
  done: ({ page }) => [addresses.import(page.params.uid), 'The import is abandoned.'],
});

/** Gives an import up, for a reason. */
export default function AbandonImport() {
  const { uid, source, commandId } = useLoaderData<typeof loader>();
  return (
    <ReasonPage
      id="abandon"
      title="Abandon import"
      back={addresses.import(uid)}
      commandId={commandId}
      always
      button={
        <SubmitButton kind="stop" pendingLabel="Abandoning…">
          Abandon import
        </SubmitButton>
      }
    >
      <p>
        <b>{source}</b>
      </p>
      <p>None of its documents will be shown. The library can be imported again.</p>
    </ReasonPage>
  );
}
