import { useForm } from '@conform-to/react';
import { useActionData } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { editForm } from '#app/organisation/screens/departments/name-schema.ts';
import type { FormAnswer } from '#app/kit/screen/screen.ts';
import { FormDialogPage } from '#app/ui/dialog/form-dialog-page.tsx';
import { Check, ReasonField, TextField, type WithReason } from '#app/ui/field/field.tsx';
import { SubmitButton, useLastResult } from '#app/ui/form/form.tsx';

interface EditPageProps {
  /** The form's. */
  id: string;
  title: string;
  masthead: ReactNode;
  /** The address for Cancel. */
  back: string;
  edited: { name: string; retired: boolean; streamVersion: number };
  commandId: string;
  /** What another name does. */
  consequence: string;
  nameHint?: string;
  maxLength: number;
  /** What it means to be retired. */
  retiredHint: string;
}

/** A page that renames a functional area or a function, retires it, or takes it back into use. */
export function EditPage({ id, edited, consequence, nameHint, maxLength, retiredHint, ...page }: EditPageProps) {
  const answer = useActionData<FormAnswer>();
  const [form, fields] = useForm<WithReason<z.input<typeof editForm>>>({
    id,
    lastResult: useLastResult(answer?.lastResult),
    defaultValue: { name: edited.name, retired: edited.retired },
  });
  return (
    <FormDialogPage
      {...page}
      form={form}
      expectedVersion={edited.streamVersion}
      button={<SubmitButton pendingLabel="Saving…">Save</SubmitButton>}
    >
      <p className="meta">{consequence}</p>
      <TextField field={fields.name} label="Name" hint={nameHint} required maxLength={maxLength} autoComplete="off" />
      <Check field={fields.retired} label="Retired" hint={retiredHint} />
      <ReasonField field={fields.reason} />
    </FormDialogPage>
  );
}
