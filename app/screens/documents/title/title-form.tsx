import { addresses } from '#app/addresses.ts';
import { plainField, type FieldState } from '#app/ui/field/field-state.ts';
import { DialogBody, DialogFoot } from '#app/ui/dialog/dialog.tsx';
import { Form } from '#app/ui/form/form.tsx';
import type { FormState } from '#app/ui/form/form-state.ts';
import { SubmitButton } from '#app/ui/form/submit-button.tsx';
import { TitleField } from './title-field.tsx';

type TitleFormProps = {
  action: string;
  button: string;
  hint: string;
  document?: string;
  /** Absent in the dialog, whose errors the page shows. */
  form?: FormState;
  field?: FieldState;
};

function TitleForm({
  action,
  button,
  hint,
  document,
  form,
  field = plainField('name', { id: 'new-title' }),
}: TitleFormProps) {
  return (
    <Form {...(form ? { form } : { id: 'title' })} labels={{ name: 'Title' }} action={action} layout="bare">
      <DialogBody>
        <TitleField field={field} hint={hint} document={document} />
      </DialogBody>
      <DialogFoot>
        <SubmitButton>{button}</SubmitButton>
      </DialogFoot>
    </Form>
  );
}

type Refused = { form?: FormState; field?: FieldState };

/** The form of a new document's title. */
export const NewTitleForm = (refused: Refused) => (
  <TitleForm
    {...refused}
    action={addresses.createTitle()}
    button="Next"
    hint="Up to 80 characters. You can change it before you create the document."
  />
);

/** The form of a revised document's title. */
export const EditTitleForm = ({ document, ...refused }: Refused & { document: string }) => (
  <TitleForm
    {...refused}
    action={addresses.editTitle(document)}
    document={document}
    button="Save"
    hint="Up to 80 characters"
  />
);
