import type { MetaArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { DocumentStatus } from '#events/document/status.ts';
import { roleMay } from '#events/permissions.ts';
import { waiveSeparation } from '#app/documents/commands/waive-separation.ts';
import { z } from 'zod';
import { readForm, redirectTo, screenAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { failed } from '#app/kit/words/refusals.ts';
import { getDocument, type DocumentRecord } from '#app/documents/queries/get-document.ts';
import { ReasonPage } from '#app/ui/dialog/reason-page.tsx';
import { SubmitButton } from '#app/ui/form/form.tsx';
import { documentAddress } from '#app/kit/screen/document-address.ts';
import { DocumentHead, toDocumentHead } from '#app/documents/screens/document-head.tsx';
import { pageTitle } from '#app/ui/page/page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Separation of duties', data?.document.name);

/** The version that an exception of now covers. */
const coveredWords = ({ status, version }: DocumentRecord): string =>
  isUnpublished(status) ? `version ${version}` : `the version after ${version}`;

const isUnpublished = (status: DocumentStatus) =>
  status === 'CREATED' || status === 'IN_REVIEW' || status === 'APPROVED';

function obstacleOf(document: DocumentRecord): string | null {
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
      head: toDocumentHead(document),
      obstacle: roleMay(page.viewer.role, 'document.waive_separation')
        ? obstacleOf(document)
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
    if (!form.ok) return form.showAgain();
    const result = await form.run(waiveSeparation, { ...form.values, document });
    if (!result.ok) return form.refused(result.failure, failed.waiveSeparation);
    const { status } = await page.ask(getDocument, { document });
    return redirectTo(page, documentAddress({ uid: document, status }), 'The exception is recorded.');
  },
});

/** The page that records an exception from the separation of duties. */
export default function WaiveSeparation() {
  const { document, head, obstacle, covered, back, commandId } = useLoaderData<typeof loader>();
  return (
    <ReasonPage
      id="separation"
      title="Separation of duties"
      masthead={<DocumentHead of={head} back={back} />}
      back={back}
      obstacle={obstacle}
      commandId={commandId}
      expectedVersion={document.streamVersion}
      always
      button={
        <SubmitButton icon="shield-check" pendingLabel="Recording…">
          Record exception
        </SubmitButton>
      }
    >
      <p>
        An exception for {covered}: its owner, or the Admin who gives final approval, may then be its only approver.
      </p>
      <p className="meta">The audit trail, the signature page and the report of exceptions show it.</p>
    </ReasonPage>
  );
}
