import { addresses } from '#app/kit/addresses.ts';
import { DialogBody, DialogFoot, DialogPage } from '#app/ui/dialog/dialog.tsx';
import { ReadOnlyField } from '#app/ui/field/field.tsx';
import { Notice } from '#app/ui/notice/notice.tsx';
import { Page } from '#app/ui/page/page.tsx';

/** The answer to a form that made a secret: the only time that it is shown. */
export function IssuedSecret({ webhook, secret }: { webhook: string; secret: string }) {
  return (
    <Page>
      <DialogPage title="Secret of the webhook" back={addresses.webhook(webhook)}>
        <DialogBody>
          <Notice kind="wait" live="status">
            Copy the secret now. It cannot be shown again.
          </Notice>
          <ReadOnlyField label="Secret" value={secret} />
          <p className="meta">
            The receiving program checks the header webhook-signature with it, for example with a library of
            standardwebhooks.com.
          </p>
        </DialogBody>
        <DialogFoot cancel="Done" />
      </DialogPage>
    </Page>
  );
}
