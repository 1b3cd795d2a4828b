import type { ComponentProps, ReactNode } from 'react';
import { Form } from '../form/form.tsx';
import { Page } from '../page/page.tsx';
import { DialogBody, DialogFoot, DialogPage, NothingToDo } from './dialog.tsx';

type FormDialogPageProps = Omit<ComponentProps<typeof DialogPage>, 'children'> &
  Pick<ComponentProps<typeof Form>, 'form' | 'labels' | 'commandId' | 'expectedVersion'> & {
    /** Why the form would be refused, in its place; null shows the form. */
    obstacle?: string | null;
    /** Sends the form. */
    button: ReactNode;
    /** The words of Cancel. */
    cancel?: string;
    /** The question, and the fields. */
    children: ReactNode;
  };

/** A page that asks for one act: a dialog with a form. */
export function FormDialogPage({
  title,
  lede,
  back,
  masthead,
  obstacle = null,
  button,
  cancel,
  children,
  ...form
}: FormDialogPageProps) {
  return (
    <Page>
      <DialogPage {...{ title, lede, back, masthead }}>
        {obstacle !== null ? (
          <NothingToDo words={obstacle} />
        ) : (
          <Form {...form} layout="bare">
            <DialogBody>{children}</DialogBody>
            <DialogFoot {...(cancel === undefined ? {} : { cancel })}>{button}</DialogFoot>
          </Form>
        )}
      </DialogPage>
    </Page>
  );
}
