import type { ReactNode } from 'react';
import { DialogBody, DialogFoot } from '#app/ui/dialog/dialog.tsx';
import type { FieldState } from '#app/ui/field/field-state.ts';
import { ReasonField } from '#app/ui/field/reason-field.tsx';
import type { FormState } from '#app/ui/form/form-state.ts';
import { Form } from '#app/ui/form/form.tsx';

interface QuestionFormProps {
  commandId: string;
  /** The question's own page, where the form posts to. */
  action: string;
  form: FormState;
  reason: FieldState;
  children: ReactNode;
  /** The button. */
  button: ReactNode;
}

/** A question about a person, with the reason for the answer: in a dialog or on a page of its own. */
export function QuestionForm({ commandId, action, form, reason, children, button }: QuestionFormProps) {
  return (
    <Form form={form} commandId={commandId} action={action} layout="bare">
      <DialogBody>
        {children}
        <ReasonField field={reason} />
      </DialogBody>
      <DialogFoot>{button}</DialogFoot>
    </Form>
  );
}
