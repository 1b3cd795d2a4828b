import type { ComponentProps, ReactNode } from 'react';
import { Form } from '../form/form.tsx';
import { Page } from '../page/page.tsx';
import { DialogBody, DialogFoot, DialogPage, NothingToDo } from './dialog.tsx';

type DialogFormProps = Omit<ComponentProps<typeof Form>, 'layout' | 'children'> & {
  /** Sends the form. */
  button: ReactNode;
  /** The words of Cancel. */
  cancel?: string | undefined;
  /** The question, and the fields. */
  children: ReactNode;
};

/** The form of one act: in a `Dialog`, or in a `DialogPage`. */
export function DialogForm({ button, cancel, children, ...form }: DialogFormProps) {
  return (
    <Form {...form} layout="bare">
      <DialogBody>{children}</DialogBody>
      <DialogFoot cancel={cancel}>{button}</DialogFoot>
    </Form>
  );
}

export type FormDialogPageProps = Omit<ComponentProps<typeof DialogPage>, 'children'> &
  DialogFormProps & {
    /** Why the form would be refused, in its place; null shows the form. */
    obstacle?: string | null;
  };

/** A page that asks for one act: a dialog with a form. */
export function FormDialogPage({ title, lede, back, masthead, obstacle = null, ...form }: FormDialogPageProps) {
  return (
    <Page>
      <DialogPage {...{ title, lede, back, masthead }}>
        {obstacle === null ? <DialogForm {...form} /> : <NothingToDo words={obstacle} />}
      </DialogPage>
    </Page>
  );
}
