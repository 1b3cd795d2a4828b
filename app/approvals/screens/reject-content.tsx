import { addresses } from '#app/kit/addresses.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { DialogBody, DialogFoot } from '#app/ui/dialog/dialog.tsx';

/** The confirmation before a rejection, in a dialog or on a page of its own. */
export function RejectContent({ document }: { document: string }) {
  return (
    <>
      <DialogBody>
        <p>You are asked for a reason and your signature. The author sees both.</p>
      </DialogBody>
      <DialogFoot>
        <LinkButton to={`${addresses.approve(document, 'reject')}#signing-title`} kind="stop-solid">
          Continue to rejection
        </LinkButton>
      </DialogFoot>
    </>
  );
}
