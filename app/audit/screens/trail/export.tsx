import type { MetaArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import { screenLoader } from '#app/kit/screen/screen.ts';
import { getWholeTrail } from '#app/audit/queries/list-trail.ts';
import { DocumentHead, toDocumentHead } from '#app/documents/screens/document-head.tsx';
import { DialogPage } from '#app/ui/dialog/dialog.tsx';
import { Page, pageTitle } from '#app/ui/page/page.tsx';
import { pastMoment, pastRoute } from './requested-moment.ts';
import { ExportChoice } from './export-choice.tsx';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Download Audit Trail', data?.name);

export const loader = screenLoader({
  ...pastRoute,
  async load(page) {
    const { uid } = page.params;
    const past = pastMoment(page, (asof) => addresses.auditTrail(uid, asof));
    const { document } = await page.ask(getWholeTrail, { document: uid, until: past?.until ?? null });
    return {
      uid: document.uid,
      name: document.name,
      head: toDocumentHead(document),
      asof: past?.text,
      asOf: past && { text: past.text },
    };
  },
});

/** The downloads of an audit trail on a page of their own. */
export default function AuditExport() {
  const { uid, asof, head } = useLoaderData<typeof loader>();
  const back = addresses.auditTrail(uid, asof);
  return (
    <Page>
      <DialogPage
        title="Download Audit Trail"
        lede={asof && `As of ${asof} UTC`}
        back={back}
        masthead={<DocumentHead of={head} back={back} backLabel="Audit trail" />}
      >
        <ExportChoice document={uid} asof={asof} />
      </DialogPage>
    </Page>
  );
}
