import { addresses } from '#app/kit/addresses.ts';
import { DialogBody, DialogFoot, DialogPage } from '#app/ui/dialog/dialog.tsx';
import { ReadOnlyField } from '#app/ui/field/field.tsx';
import { Notice } from '#app/ui/notice/notice.tsx';
import { Page } from '#app/ui/page/page.tsx';

/** The answer to a form that made a token: the only time that it is shown. */
export function IssuedToken({ name, token }: { name: string; token: string | null }) {
  return (
    <Page>
      <DialogPage title={`Token of ${name}`} back={addresses.settingsApi()}>
        <DialogBody>
          {token === null ? (
            <p>This token was shown before and cannot be shown again. Rotate it to get another one.</p>
          ) : (
            <>
              <Notice kind="wait" live="status">
                Copy the token now. It is not stored and cannot be shown again.
              </Notice>
              <ReadOnlyField label="Token" value={token} />
              <p className="meta">Send it with each request as Authorization: Bearer, followed by the token.</p>
            </>
          )}
        </DialogBody>
        <DialogFoot cancel="Done" />
      </DialogPage>
    </Page>
  );
}
