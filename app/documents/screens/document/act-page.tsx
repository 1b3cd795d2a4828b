import type { ReactNode } from 'react';
import { DocumentHead, type toDocumentHead } from '#app/documents/screens/document-head.tsx';
import { DialogPage, NothingToDo } from '#app/ui/dialog/dialog.tsx';
import { Page } from '#app/ui/page/page.tsx';

type ActPageProps = {
  title: string;
  of: ReturnType<typeof toDocumentHead>;
  back: string;
  /** Why the act is not possible; null shows the form. */
  obstacle: string | null;
  children: ReactNode;
};

/** The page of an act on a document whose form stands in a dialog, too. */
export const ActPage = ({ of, obstacle, children, ...page }: ActPageProps) => (
  <Page>
    <DialogPage {...page} masthead={<DocumentHead of={of} back={page.back} />}>
      {obstacle === null ? children : <NothingToDo words={obstacle} />}
    </DialogPage>
  </Page>
);
