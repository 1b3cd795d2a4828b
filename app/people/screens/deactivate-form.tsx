import type { ReactNode } from 'react';
import type { UserStatus } from '#events/user/events.ts';
import { addresses } from '#app/kit/addresses.ts';
import { DialogForm } from '#app/ui/dialog/form-dialog-page.tsx';
import { type FieldState, ReasonField } from '#app/ui/field/field.tsx';
import type { FormState } from '#app/ui/form/form-state.ts';
import { SubmitButton } from '#app/ui/form/form.tsx';

interface DeactivateFormProps {
  member: { uid: string; name: string; status: UserStatus };
  commandId: string;
  form: FormState;
  reason: FieldState;
  children?: ReactNode;
}

/** The question before somebody is deactivated: the body of the dialog and of its page. */
export function DeactivateForm({ member, commandId, form, reason, children }: DeactivateFormProps) {
  return (
    <DialogForm
      form={form}
      commandId={commandId}
      action={addresses.deactivateUser(member.uid)}
      button={
        <SubmitButton kind="stop-solid" icon="user-round-minus" pendingLabel="Deactivating…">
          Deactivate account
        </SubmitButton>
      }
    >
      <p>Are you sure that you want to deactivate this team member?</p>
      <p>
        <b className="record">{member.name}</b>{' '}
        {member.status === 'INVITED'
          ? 'can no longer use the invitation, and open training is cancelled. What was signed stays.'
          : 'is signed out at once, and open training is cancelled. What was signed stays.'}
      </p>
      {children}
      <ReasonField field={reason} />
    </DialogForm>
  );
}
