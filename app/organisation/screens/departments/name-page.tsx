import { useForm } from '@conform-to/react';
import { useActionData, useSearchParams } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { FormAnswer } from '#app/kit/screen/screen.ts';
import type { WithReason } from '#app/ui/field/field.tsx';
import { DialogPage } from '#app/ui/dialog/dialog.tsx';
import { useLastResult } from '#app/ui/form/form.tsx';
import { Page } from '#app/ui/page/page.tsx';
import { NameForm, type NameFormProps } from './name-form.tsx';

type NamePageProps = Omit<NameFormProps, 'returnTo' | 'action' | 'form' | 'field' | 'reason'> & {
  /** The form's. */
  id: string;
  title: string;
  masthead: ReactNode;
  /** The current name. */
  name?: string;
  /** The command asks for a reason. */
  asksWhy?: boolean;
  /** The address for Cancel. */
  back: string;
};

/** A page that asks for the name of a department or a functional area. */
export function NamePage({ id, title, masthead, name = '', asksWhy, back, ...asked }: NamePageProps) {
  const answer = useActionData<FormAnswer>();
  const [search] = useSearchParams();
  const [form, fields] = useForm<WithReason<{ name: string; returnTo: string }>>({
    id,
    lastResult: useLastResult(answer?.lastResult),
    defaultValue: { name },
  });
  return (
    <Page>
      <DialogPage title={title} masthead={masthead} back={back}>
        <NameForm
          {...asked}
          returnTo={search.get('returnTo') ?? back}
          form={form}
          field={fields.name}
          reason={asksWhy ? fields.reason : undefined}
        />
      </DialogPage>
    </Page>
  );
}
