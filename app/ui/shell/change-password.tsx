import { LinkButton } from '../button/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '../dialog/dialog.tsx';

/** The greeting menu's question before it goes to the page. */
export function ChangePasswordDialog({ id }: { id: string }) {
  return (
    <Dialog id={id} title="Change Password">
      <ChangePasswordQuestion />
    </Dialog>
  );
}

/** Its words; without scripts a page shows them. */
export const ChangePasswordQuestion = () => (
  <>
    <DialogBody>
      <p>Are you sure you would like to change your password?</p>
    </DialogBody>
    <DialogFoot>
      <LinkButton to="/change" kind="solid">
        Change Password
      </LinkButton>
    </DialogFoot>
  </>
);
