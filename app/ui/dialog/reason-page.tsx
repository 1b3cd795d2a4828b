import { useForm } from '@conform-to/react';
import { useActionData } from '@remix-run/react';
import { ReasonField, type WithReason } from '#app/ui/field/field.tsx';
import { useLastResult } from '#app/ui/form/form.tsx';
import { FormDialogPage, type FormDialogPageProps } from './form-dialog-page.tsx';

type ReasonPageProps = Omit<FormDialogPageProps, 'form' | 'id'> & {
  /** Of the form. */
  id: string;
  /** A reason is required whatever the organisation's controls say. */
  always?: boolean;
};

/** A page that asks for one act and for nothing but its reason. Once the form was answered, no obstacle hides it. */
export function ReasonPage({ id, always = false, obstacle = null, children, ...page }: ReasonPageProps) {
  const answer = useActionData<{ lastResult?: Parameters<typeof useLastResult>[0] }>();
  const [form, fields] = useForm<WithReason>({ id, lastResult: useLastResult(answer?.lastResult) });
  return (
    <FormDialogPage {...page} form={form} obstacle={answer ? null : obstacle}>
      {children}
      <ReasonField field={fields.reason} always={always} />
    </FormDialogPage>
  );
}
