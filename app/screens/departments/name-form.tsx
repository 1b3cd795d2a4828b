import { DialogBody, DialogFoot } from '#app/ui/dialog/dialog.tsx';
import { plainField, type FieldState } from '#app/ui/field/field-state.ts';
import { TextField } from '#app/ui/field/field.tsx';
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
  /** The version of what is renamed, as the page showed it. */
  expectedVersion?: number;
  /** Where the person goes on once it is done. */
  returnTo: string;
  /** The address of its page, where the form stands in a dialog elsewhere. */
  action?: string;
  form?: FormState;
  field?: FieldState;
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
      </DialogBody>
      <DialogFoot>
        <SubmitButton>{submit}</SubmitButton>
      </DialogFoot>
    </Form>
  );
}

/** What the form of a new functional area says, wherever it stands. */
export const functionalAreaForm = {
  label: 'Name',
  hint: '1 to 4 characters, as QA',
  submit: 'Create functional area',
  maxLength: 4,
} as const;
