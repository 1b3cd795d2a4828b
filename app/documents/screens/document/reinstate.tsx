import type { MetaArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { roleMay } from '#events/permissions.ts';
import { reinstateDocument } from '#app/documents/commands/reinstate.ts';
import { addresses } from '#app/kit/addresses.ts';
import { commandAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { failed } from '#app/kit/words/refusals.ts';
import { getDocument } from '#app/documents/queries/get-document.ts';
import { ReasonPage } from '#app/ui/dialog/reason-page.tsx';
import { SubmitButton } from '#app/ui/form/form.tsx';
import { documentAddress } from '#app/kit/screen/document-address.ts';
import { DocumentHead, toDocumentHead } from '#app/documents/screens/document-head.tsx';
import { pageTitle } from '#app/ui/page/page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Reinstate', data?.document.name);

export const loader = screenLoader({
  access: 'document.view_working',
  params: uidParams,
  async load(page) {
    const found = await page.ask(getDocument, { document: page.params.uid });
    const { uid, name, status, streamVersion } = found;
    const late = status === 'RETIRED' ? null : 'Only a retired document can be reinstated.';
    return {
      document: { uid, name, streamVersion },
      head: toDocumentHead(found),
      obstacle: roleMay(page.viewer.role, 'document.reinstate') ? late : 'Only an Admin can reinstate a document.',
      back: documentAddress({ uid, status }),
      commandId: page.ports.newId(),
    };
  },
});

export const action = commandAction({
  access: 'signed-in',
  params: uidParams,
  command: reinstateDocument,
  input: ({ page }) => ({ document: page.params.uid }),
  failed: failed.reinstateDocument,
  done({ page, value }) {
    const words = `${value.name} is a draft again. Send its next version for review.`;
    return [addresses.revise(page.params.uid), words];
  },
});

/** The page that reinstates a retired document. */
export default function Reinstate() {
  const { document, head, obstacle, back, commandId } = useLoaderData<typeof loader>();
  return (
    <ReasonPage
      id="reinstate"
      title="Reinstate"
      masthead={<DocumentHead of={head} back={back} />}
      back={back}
      obstacle={obstacle}
      commandId={commandId}
      expectedVersion={document.streamVersion}
      button={
        <SubmitButton icon="rotate-ccw" pendingLabel="Reinstating…">
          Reinstate
        </SubmitButton>
      }
    >
      <p>
        <b className="record">{document.name}</b> becomes the draft of a newer version. It keeps its number, its title
        and its history.
      </p>
      <p className="meta">Nothing is in force until the new version is sent for review, approved and published.</p>
    </ReasonPage>
  );
}
