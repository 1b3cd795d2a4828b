import { useForm } from '@conform-to/react';
import { useActionData, useSearchParams } from '@remix-run/react';
import type { FormAnswer } from '#app/http/screen.ts';
import { DialogBody, DialogFoot, DialogPage } from '#app/ui/dialog/dialog.tsx';
import { plainField, type FieldState } from '#app/ui/field/field-state.ts';
import { TextField } from '#app/ui/field/field.tsx';
import type { FormState } from '#app/ui/form/form-state.ts';
import { Form } from '#app/ui/form/form.tsx';
import { useLastResult } from '#app/ui/form/kept.ts';
import { SubmitButton } from '#app/ui/form/submit-button.tsx';
import { Page } from '#app/ui/page/page.tsx';

interface NameFormProps {
  id: string;
  label: string;
  hint?: string;
  submit: string;
  maxLength: number;
  commandId: string;
  /** The version of what is renamed, as the page showed it. */
  seenVersion?: number;
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
  seenVersion,
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
      seenVersion={seenVersion}
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

type NamePageProps = Omit<NameFormProps, 'returnTo' | 'action' | 'form' | 'field'> & {
  title: string;
  /** What is renamed, as it is called. */
  lede?: string;
  name?: string;
  /** Where Cancel goes. */
  back: string;
};

/** A page that asks for one name: of a department, of a functional area. */
export function NamePage({ title, lede, name = '', back, ...asked }: NamePageProps) {
  const answer = useActionData<FormAnswer>();
  const [search] = useSearchParams();
  const [form, fields] = useForm<{ name: string; returnTo: string }>({
    id: asked.id,
    lastResult: useLastResult(answer?.lastResult),
    defaultValue: { name },
  });
  return (
    <Page>
      <DialogPage title={title} lede={lede} back={back}>
        <NameForm {...asked} returnTo={search.get('returnTo') ?? back} form={form} field={fields.name} />
      </DialogPage>
    </Page>
  );
}
