import type { MetaArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import { redirectTo, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { approvalToSign } from '#app/approvals/queries/to-sign.ts';
import { DialogPage } from '#app/ui/dialog/dialog.tsx';
import { DocumentHead } from '#app/documents/screens/document-head.tsx';
import { Page, pageTitle } from '#app/ui/page/page.tsx';
import { documentNumber } from '#app/ui/text/document-number.ts';
import { RejectContent } from './reject-content.tsx';
import { askToSign } from '#app/signatures/screens/sign-form.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Reject', data?.name);

export const loader = screenLoader({
  access: 'signed-in',
  params: uidParams,
  async load(page) {
    const document = page.params.uid;
    const toSign = await askToSign(page, approvalToSign, { document });
    if (toSign.approval.status !== 'OPEN') return redirectTo(page, addresses.approvalSigned(document));
    return {
      document,
      name: toSign.name,
      of: {
        number: documentNumber(toSign),
        name: toSign.name,
        version: toSign.version,
        status: 'IN_REVIEW' as const,
        rate: 0,
      },
    };
  },
});

/** The page with the confirmation before a rejection. */
export default function Reject() {
  const { document, of } = useLoaderData<typeof loader>();
  return (
    <Page>
      <DialogPage
        title="I do not approve this document"
        masthead={<DocumentHead of={of} back={addresses.approve(document)} />}
        back={addresses.approve(document)}
      >
        <RejectContent document={document} />
      </DialogPage>
    </Page>
  );
}
