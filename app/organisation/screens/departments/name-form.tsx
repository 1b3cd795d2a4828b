import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { addresses } from '#app/kit/addresses.ts';
import { Dialog } from '#app/ui/dialog/dialog.tsx';
import { DialogForm } from '#app/ui/dialog/form-dialog-page.tsx';
import { type FieldState, ReasonField, TextField } from '#app/ui/field/field.tsx';
import type { FormState } from '#app/ui/form/form-state.ts';
import { useDialogForm } from '#app/ui/form/submitted.ts';
import { SubmitButton } from '#app/ui/form/form.tsx';

export interface NameFormProps {
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
  form: FormState;
  field: FieldState;
  /** What will happen. */
  consequence?: string;
  /** Below the fields. */
  more?: ReactNode;
  /** The field for the reason, if the command asks for one. */
  reason?: FieldState | undefined;
}

/** Asks for one name: on a page of its own and in a dialog of another. */
export function NameForm({
  label,
  hint,
  submit,
  maxLength,
  commandId,
  expectedVersion,
  returnTo,
  action,
  form,
  field,
  reason,
  consequence,
  more,
}: NameFormProps) {
  return (
    <DialogForm
      form={form}
      action={action}
      commandId={commandId}
      expectedVersion={expectedVersion}
      labels={{ name: label }}
      button={<SubmitButton>{submit}</SubmitButton>}
    >
      <input type="hidden" name="returnTo" value={returnTo} />
      {consequence && <p className="meta">{consequence}</p>}
      <TextField field={field} label={label} hint={hint} required maxLength={maxLength} autoComplete="off" />
      {reason && <ReasonField field={reason} />}
      {more}
    </DialogForm>
  );
}

/** The texts of the form for a new functional area. */
export const functionalAreaForm = {
  label: 'Name',
  hint: '1 to 4 characters, for example QA',
  submit: 'Create functional area',
  maxLength: 4,
  more: (
    <p>
      <Link to={addresses.functionalAreas()}>Rename or retire functional areas</Link>
    </p>
  ),
} as const;

/** The dialog with the form for a new functional area. */
export function FunctionalAreaDialog({ id, commandId }: { id: string; commandId: string }) {
  const { form, fields } = useDialogForm('new-area', ['name']);
  return (
    <Dialog id={id} title="Create functional area">
      <NameForm
        {...functionalAreaForm}
        form={form}
        field={fields.name}
        action={addresses.createFunctionalArea()}
        commandId={commandId}
        returnTo={addresses.home('manage')}
      />
    </Dialog>
  );
}
