import type { MetaArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { addresses } from '#app/kit/addresses.ts';
import { screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { listHistory } from '#app/documents/queries/version-history.ts';
import { getDocument } from '#app/documents/queries/get-document.ts';
import { DocumentHead, toDocumentHead } from '#app/documents/screens/document-head.tsx';
import { DialogBody, DialogFoot, DialogPage } from '#app/ui/dialog/dialog.tsx';
import { Page, pageTitle } from '#app/ui/page/page.tsx';
import { documentAddress } from '#app/kit/screen/document-address.ts';
import { HistoryList, historyLede } from './history-drawer.tsx';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('View History', data?.name);

export const loader = screenLoader({
  access: 'document.view_working',
  params: uidParams,
  search: z.object({ files: z.enum(['working', 'effective']).catch('effective') }),
  async load(page) {
    const document = await page.ask(getDocument, { document: page.params.uid });
    return {
      document: document.uid,
      head: toDocumentHead(document),
      name: document.name,
      back: documentAddress(document),
      files: page.search.files,
      versions: await page.ask(listHistory, { document: document.uid }),
      zone: page.viewer.settings.timeZone,
    };
  },
});

/** The page with the versions of a document. */
export default function History() {
  const { document, head, back, files, versions, zone } = useLoaderData<typeof loader>();
  return (
    <Page>
      <DialogPage
        title="View History"
        masthead={<DocumentHead of={head} back={back} />}
        lede={historyLede[files]}
        back={back}
      >
        <DialogBody>
          <HistoryList document={document} files={files} versions={versions} zone={zone} />
          <p>
            <a href={addresses.history(document, files === 'working' ? 'effective' : 'working')}>
              {historyLede[files === 'working' ? 'effective' : 'working']}
            </a>
          </p>
        </DialogBody>
        <DialogFoot cancel="Close" />
      </DialogPage>
    </Page>
  );
}
