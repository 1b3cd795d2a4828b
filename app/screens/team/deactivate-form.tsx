import { addresses } from '#app/addresses.ts';
import { DialogBody, DialogFoot } from '#app/ui/dialog/dialog.tsx';
import { Form } from '#app/ui/form/form.tsx';
import { SubmitButton } from '#app/ui/form/submit-button.tsx';
import type { UserStatus } from '#events/user/events.ts';
import type { Problem } from '#app/ui/error-summary/error-summary.tsx';
import type { ReactNode } from 'react';

interface DeactivateFormProps {
  member: { uid: string; name: string; status: UserStatus };
  commandId: string;
  problems?: readonly Problem[];
  children?: ReactNode;
}

/** The question before somebody is deactivated: the body of the dialog and of its page. */
export function DeactivateForm({ member, commandId, problems = [], children }: DeactivateFormProps) {
  return (
    <Form
      id={`deactivate-form-${member.uid}`}
      commandId={commandId}
      action={addresses.deactivateUser(member.uid)}
      layout="bare"
      problems={problems}
    >
      <DialogBody>
        <p>Are you sure that you want to deactivate this team member?</p>
        <p>
          <b className="record">{member.name}</b>{' '}
          {member.status === 'INVITED'
            ? 'can no longer use the invitation, and open training is cancelled. What was signed stays.'
            : 'is signed out at once, and open training is cancelled. What was signed stays.'}
        </p>
        {children}
      </DialogBody>
      <DialogFoot>
        <SubmitButton kind="stop-solid" icon="user-round-minus" pendingLabel="Deactivating…">
          Deactivate account
        </SubmitButton>
      </DialogFoot>
    </Form>
  );
}
