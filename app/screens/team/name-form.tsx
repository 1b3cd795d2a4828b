import { useForm } from '@conform-to/react';
import { useActionData, useSearchParams } from '@remix-run/react';
import type { FormAnswer } from '#app/http/screen.ts';
import { DialogBody, DialogFoot, DialogPage } from '#app/ui/dialog/dialog.tsx';
import { TextField } from '#app/ui/field/field.tsx';
import { Form } from '#app/ui/form/form.tsx';
import { useLastResult } from '#app/ui/form/kept.ts';
import { SubmitButton } from '#app/ui/form/submit-button.tsx';
import { Page } from '#app/ui/page/page.tsx';

interface NamePageProps {
  id: string;
  title: string;
  label: string;
  hint?: string;
  submit: string;
  maxLength: number;
  commandId: string;
  name?: string;
  /** Where Cancel goes. */
  back: string;
}

/** A page that asks for one name: of a department, of a functional area. */
export function NamePage({ id, title, label, hint, submit, maxLength, commandId, name = '', back }: NamePageProps) {
  const answer = useActionData<FormAnswer>();
  const [search] = useSearchParams();
  const [form, fields] = useForm<{ name: string; returnTo: string }>({
    id,
    lastResult: useLastResult(answer?.lastResult),
    defaultValue: { name },
  });
  return (
    <Page>
      <DialogPage title={title} back={back}>
        <Form form={form} commandId={commandId} layout="bare">
          <DialogBody>
            <input type="hidden" name="returnTo" value={search.get('returnTo') ?? back} />
            <TextField
              field={fields.name}
              label={label}
              hint={hint}
              required
              maxLength={maxLength}
              autoComplete="off"
            />
          </DialogBody>
          <DialogFoot>
            <SubmitButton>{submit}</SubmitButton>
          </DialogFoot>
        </Form>
      </DialogPage>
    </Page>
  );
}
