import type { MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import { approveImport } from '#app/library-import/commands/sign.ts';
import { signatureForm } from '#app/signatures/forms.ts';
import { getImport } from '#app/library-import/queries/imports.ts';
import { leaveWhereOver, loadImport } from '#app/library-import/screens/load-import.ts';
import { ImportPreview } from '#app/library-import/screens/preview.tsx';
import { RecordOfImport } from '#app/library-import/screens/record.tsx';
import { SignPanel } from '#app/library-import/screens/sign-panel.tsx';
import { loadSigner } from '#app/signatures/screens/sign-form.ts';
import { readForm, redirectTo, screenAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { BackLink, Page, pageTitle, TitleBlock } from '#app/ui/page/page.tsx';
import { Reading } from '#app/ui/signature-panel/signature-panel.tsx';
import { lasting } from '#app/ui/text/count.ts';
import { showMoment } from '#app/ui/text/date.ts';
import { failed } from '#app/kit/words/refusals.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Approve the import', data?.found.source);

export const loader = screenLoader({
  access: 'library.import',
  params: uidParams,
  async load(page) {
    const { uid } = page.params;
    const shown = await loadImport(page, uid);
    if (!shown.mayApprove) return redirectTo(page, addresses.import(uid));
    return { ...shown, signer: await loadSigner(page) };
  },
});

/** Signs the approval; a job carries the import out. */
export const action = screenAction({
  access: 'library.import',
  params: uidParams,
  async act(page) {
    const { uid } = page.params;
    await page.ask(getImport, { import: uid });
    const form = await readForm(page, signatureForm, { command: approveImport });
    if (!form.ok) return form.showAgain();
    const done = await form.run(approveImport, { ...form.values, import: uid });
    if (!done.ok) {
      await leaveWhereOver(page, uid, done.failure);
      return form.refused(done.failure, failed.approveImport);
    }
    return redirectTo(page, addresses.import(uid), 'You approved the import. It has begun.');
  },
});

/** What would be imported, and the approver's signature. */
export default function ApproveImport() {
  const { found, preview, accepted, signatures, signer } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { uid, source, counts } = found;
  return (
    <Page>
      <TitleBlock
        compact
        trail={<BackLink to={addresses.import(uid)}>{`Import from ${source}`}</BackLink>}
        title="Approve the import"
        facts={
          <span>
            Begun by {found.begun_by_name}, {showMoment(found.begun_at)}
          </span>
        }
      />
      <Reading>
        <div className="stack">
          {preview && <ImportPreview of={found} longTitles={[]} accepted={accepted} {...preview} />}
          <RecordOfImport found={found} signatures={signatures} />
        </div>
        <SignPanel
          meaning="import_approved"
          lede="With your signature the import begins."
          title="Read what is imported"
          action={addresses.importPage(uid, 'approve')}
          sha256={found.plan?.sha256 ?? ''}
          signer={signer}
          lastResult={answer?.lastResult}
        >
          <p className="meta">
            {lasting(counts?.documents ?? 0, 'document')} with {lasting(counts?.versions ?? 0, 'version')},{' '}
            {lasting(counts?.relations ?? 0, 'relation')} and {lasting(counts?.training ?? 0, 'record')} of training.
            The sample was compared by {found.checked_by_name}.
          </p>
        </SignPanel>
      </Reading>
    </Page>
  );
}
