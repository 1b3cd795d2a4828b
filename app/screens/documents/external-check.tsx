import { Dialog, DialogBody, DialogFoot } from '#app/ui/dialog/dialog.tsx';
import { Check } from '#app/ui/field/check.tsx';
import type { FieldState } from '#app/ui/field/field-state.ts';
import { Notice } from '#app/ui/notice/notice.tsx';

const dialogId = 'external-notice';
const notice = 'This document goes straight to the Effective state after creation. No approvers are asked to sign.';

type ExternalCheckProps = {
  field: FieldState;
  /** ADMIN and SUPER_ADMIN alone may tick it; the others read why not. */
  allowed: boolean;
  onChange: (ticked: boolean) => void;
};

/** Says that the document is in force already. With script a dialog tells what that means; without, the same words appear below. */
export function ExternalCheck({ field, allowed, onChange }: ExternalCheckProps) {
  return (
    <>
      <div
        onChange={(event) => {
          if (!(event.target instanceof HTMLInputElement)) return;
          onChange(event.target.checked);
          const dialog = document.getElementById(dialogId);
          if (event.target.checked && dialog instanceof HTMLDialogElement) dialog.showModal();
        }}
      >
        <Check
          field={field}
          disabled={!allowed}
          label="This document is already effective external to the system"
          hint={
            allowed
              ? 'For documents that were approved and in force before you began using Imprimatur.'
              : 'Only an Admin can create a document that is already effective external to the system.'
          }
        >
          <Notice kind="wait">
            <p>
              <strong>Notice.</strong> {notice}
            </p>
          </Notice>
        </Check>
      </div>
      <Dialog id={dialogId} title="Notice">
        <DialogBody>
          <p>{notice}</p>
        </DialogBody>
        <DialogFoot cancel="OK" />
      </Dialog>
    </>
  );
}
