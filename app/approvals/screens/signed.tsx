import type { MetaArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import { screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { signedApproval } from '#app/approvals/queries/signed.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Docket } from '#app/ui/docket/docket.tsx';
import { documentNumber } from '#app/ui/text/document-number.ts';
import { SignedPage } from '#app/signatures/screens/signed-sheet.tsx';
import { pageTitle } from '#app/ui/page/page.tsx';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Signed', data?.of.name);

export const loader = screenLoader({
  access: 'signed-in',
  params: uidParams,
  load: ({ ask, params }) => ask(signedApproval, { document: params.uid }),
});

/** The page after an approval or a rejection. */
export default function Signed() {
  const { of, signature, for: absent, next, waiting } = useLoaderData<typeof loader>();
  return (
    <SignedPage
      of={of}
      signature={signature}
      absent={absent}
      home={addresses.home('manage')}
      waiting={waiting}
      waitsFor="signature"
      next={
        next && (
          <Docket
            number={documentNumber(next)}
            version={next.version}
            title={next.name}
            fact="Requires Approval"
            action={
              <LinkButton to={addresses.approve(next.document)} kind="pen" icon="signature" about={next.name}>
                Sign &amp; Approve Document
              </LinkButton>
            }
          />
        )
      }
    />
  );
}
