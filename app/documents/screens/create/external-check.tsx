import { type ReactNode, useState } from 'react';
import { limits } from '#events/limits.ts';
import { Dialog, DialogBody, DialogFoot } from '#app/ui/dialog/dialog.tsx';
import {
  Check,
  FieldFrame,
  type FieldState,
  fieldWith,
  room,
  useDescribedBy,
  useReasonRequired,
} from '#app/ui/field/field.tsx';
import { Notice } from '#app/ui/notice/notice.tsx';

const dialogId = 'external-notice';
const notice = 'This document goes straight to the Effective state after creation. No approvers are asked to sign.';

/** The sentence at the foot of a document form. */
export const sentWords = (act: 'create' | 'revise', external: boolean): string =>
  external
    ? `Once you ${act} this document, it requires final approval. No approvers are asked to sign.`
    : `Once you ${act} this document, it will be sent to Approvers for review.`;

type ExternalCheckProps = {
  field: FieldState;
  /** Why it is already effective. */
  reason: FieldState;
  /** Whether the role may declare it: ADMIN and SUPER_ADMIN. */
  allowed: boolean;
  onChange: (ticked: boolean) => void;
};

type ReasonProps = { field: FieldState; value: string; onChange: (value: string) => void; named: boolean };

/** The reason, on the page and in the dialog; the page's field is sent. */
function Reason({ field, value, onChange, named }: ReasonProps) {
  const required = useReasonRequired();
  return (
    <FieldFrame
      field={field}
      label={required ? 'Reason' : 'Reason (optional)'}
      hint="Why it is already effective, for example who approved it, where and when. The audit trail shows it."
    >
      <textarea
        id={field.id}
        name={named ? field.name : undefined}
        value={value}
        maxLength={room(limits.reason)}
        onChange={(event) => onChange(event.target.value)}
        {...useDescribedBy(field, true)}
      />
    </FieldFrame>
  );
}

const Words = ({ children }: { children?: ReactNode }) => (
  <p>
    {children}
    {notice}
  </p>
);

/**
 * Declares a document externally effective. With script a dialog explains that and asks for the reason; without script
 * the same appears below the checkbox.
 */
export function ExternalCheck({ field, reason, allowed, onChange }: ExternalCheckProps) {
  const [why, setWhy] = useState(reason.defaultValue ?? '');
  const asked = { value: why, onChange: setWhy };
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
          {allowed && (
            <div className="stack">
              <Notice kind="wait">
                <Words>
                  <strong>Notice.</strong>{' '}
                </Words>
              </Notice>
              <Reason field={fieldWith(reason, {})} named {...asked} />
            </div>
          )}
        </Check>
      </div>
      {/* A disabled checkbox is not sent, which would remove the declaration of an Admin. */}
      {!allowed && field.defaultChecked && (
        <>
          <input type="hidden" name={field.name} value="on" />
          <input type="hidden" name={reason.name} value={why} />
        </>
      )}
      {allowed && (
        <Dialog id={dialogId} title="Notice">
          <DialogBody>
            <Words />
            <Reason
              field={fieldWith(reason, {
                id: 'external-reason',
                errorId: 'external-reason-error',
                descriptionId: 'external-reason-description',
                errors: undefined,
              })}
              named={false}
              {...asked}
            />
          </DialogBody>
          <DialogFoot cancel="OK" />
        </Dialog>
      )}
    </>
  );
}
