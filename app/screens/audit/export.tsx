import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { addresses } from '#app/http/addresses.ts';
import { screenLoader } from '#app/http/screen.ts';
import { getWholeTrail } from '#app/queries/audit/trail.ts';
import { DialogPage } from '#app/ui/dialog/dialog.tsx';
import { Page } from '#app/ui/page/page.tsx';
import { ExportChoice, exportLede } from './export-choice.tsx';

export const meta = () => [{ title: 'Download Audit Trail - Imprimatur' }];

export const loader = (args: LoaderFunctionArgs) =>
  screenLoader('audit.view', async ({ ask, params }) => {
    const { document } = await ask(getWholeTrail, { document: params.uid ?? '' });
    return { uid: document.uid, lede: exportLede(document) };
  })(args);

/** The downloads of an audit trail on a page of their own. */
export default function AuditExport() {
  const { uid, lede } = useLoaderData<typeof loader>();
  return (
    <Page>
      <DialogPage title="Download Audit Trail" lede={lede} back={addresses.auditTrail(uid)}>
        <ExportChoice document={uid} />
      </DialogPage>
    </Page>
  );
}
