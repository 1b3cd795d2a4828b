import { addresses } from '#app/kit/addresses.ts';
import type { FieldState } from '#app/ui/field/field.tsx';
import { Dialog } from '#app/ui/dialog/dialog.tsx';
import { DialogForm } from '#app/ui/dialog/form-dialog-page.tsx';
import type { FormState } from '#app/ui/form/form-state.ts';
import { useDialogForm } from '#app/ui/form/submitted.ts';
import { SubmitButton } from '#app/ui/form/form.tsx';
import { TitleField } from './title-field.tsx';

type TitleFormProps = {
  action: string;
  button: string;
  hint: string;
  document?: string;
  form: FormState;
  field: FieldState;
};

function TitleForm({ action, button, hint, document, form, field }: TitleFormProps) {
  return (
    <DialogForm form={form} labels={{ name: 'Title' }} action={action} button={<SubmitButton>{button}</SubmitButton>}>
      <TitleField field={field} hint={hint} document={document} />
    </DialogForm>
  );
}

type FilledTitle = Pick<TitleFormProps, 'form' | 'field'>;

/** The form of a new document's title. */
export const NewTitleForm = (asked: FilledTitle) => (
  <TitleForm
    {...asked}
    action={addresses.createTitle()}
    button="Next"
    hint="Up to 80 characters. You can change it before you create the document."
  />
);

/** The dialog that asks for a new document's title. */
export function NewTitleDialog({ id }: { id: string }) {
  const { form, fields } = useDialogForm('new-title', ['name']);
  return (
    <Dialog id={id} title="Create new document">
      <NewTitleForm form={form} field={fields.name} />
    </Dialog>
  );
}

/** The form of a revised document's title. */
export const EditTitleForm = ({ document, ...asked }: FilledTitle & { document: string }) => (
  <TitleForm
    {...asked}
    action={addresses.editTitle(document)}
    document={document}
    button="Save"
    hint="Up to 80 characters"
  />
);
