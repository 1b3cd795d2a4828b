import { DialogBody, DialogFoot } from '#app/ui/dialog/dialog.tsx';
import { plainField, type FieldState } from '#app/ui/field/field-state.ts';
import { TextField } from '#app/ui/field/field.tsx';
import { ReasonField } from '#app/ui/field/reason-field.tsx';
import type { FormState } from '#app/ui/form/form-state.ts';
import { Form } from '#app/ui/form/form.tsx';
import { SubmitButton } from '#app/ui/form/submit-button.tsx';

export interface NameFormProps {
  id: string;
  label: string;
  hint?: string;
  submit: string;
  maxLength: number;
  commandId: string;
  /** The version that the page showed. */
  expectedVersion?: number;
  /** The next page. */
  returnTo: string;
  /** The address of its own page, where the form is in a dialog of another. */
  action?: string;
  form?: FormState;
  field?: FieldState;
  /** The field for the reason, if the command asks for one. */
  reason?: FieldState | undefined;
}

/** Asks for one name: on a page of its own and in a dialog of another. */
export function NameForm({
  id,
  label,
  hint,
  submit,
  maxLength,
  commandId,
  expectedVersion,
  returnTo,
  action,
  form,
  field = plainField('name', { id: `${id}-name`, required: true }),
  reason,
}: NameFormProps) {
  return (
    <Form
      {...(form ? { form } : { id })}
      {...(action === undefined ? {} : { action })}
      commandId={commandId}
      expectedVersion={expectedVersion}
      layout="bare"
    >
      <DialogBody>
        <input type="hidden" name="returnTo" value={returnTo} />
        <TextField field={field} label={label} hint={hint} required maxLength={maxLength} autoComplete="off" />
        {reason && <ReasonField field={reason} />}
      </DialogBody>
      <DialogFoot>
        <SubmitButton>{submit}</SubmitButton>
      </DialogFoot>
    </Form>
  );
}

/** The texts of the form for a new functional area. */
export const functionalAreaForm = {
  label: 'Name',
  hint: '1 to 4 characters, for example QA',
  submit: 'Create functional area',
  maxLength: 4,
} as const;
