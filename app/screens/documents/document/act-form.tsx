import type { ReactNode } from 'react';
import { DialogBody, DialogFoot, DialogPage, NothingToDo } from '#app/ui/dialog/dialog.tsx';
import type { IconName } from '#app/ui/icon/names.ts';
import type { FormState } from '#app/ui/form/form-state.ts';
import { Form } from '#app/ui/form/form.tsx';
import { SubmitButton } from '#app/ui/form/submit-button.tsx';
import { DocumentMast, type mastOf } from '#app/screens/documents/document-mast.tsx';
import { Page } from '#app/ui/page/page.tsx';

/** The document as a form about it needs it. */
export type ActDocument = { uid: string; name: string; streamVersion: number };

export type ActProps = { document: ActDocument; commandId: string; form: FormState };

type ActFormProps = ActProps & {
  /** The address of the act's own page. */
  action: string;
  button: string;
  pendingLabel: string;
  icon: IconName;
  /** The act ends something. */
  destructive?: boolean;
  labels?: Readonly<Record<string, string>>;
  /** The question, and the fields. */
  children: ReactNode;
};

/** The form of one act on a document, in a dialog or on a page of its own. */
export function ActForm({ document, commandId, form, destructive, children, ...act }: ActFormProps) {
  return (
    <Form
      form={form}
      commandId={commandId}
      expectedVersion={document.streamVersion}
      action={act.action}
      layout="bare"
      {...(act.labels ? { labels: act.labels } : {})}
    >
      <DialogBody>{children}</DialogBody>
      <DialogFoot>
        <SubmitButton kind={destructive ? 'stop-solid' : 'solid'} icon={act.icon} pendingLabel={act.pendingLabel}>
          {act.button}
        </SubmitButton>
      </DialogFoot>
    </Form>
  );
}

type ActPageProps = {
  title: string;
  of: ReturnType<typeof mastOf>;
  back: string;
  /** Why the act is not possible; null shows the form. */
  obstacle: string | null;
  children: ReactNode;
};

/** The page of one act on a document. */
export const ActPage = ({ of, obstacle, children, ...page }: ActPageProps) => (
  <Page>
    <DialogPage {...page} masthead={<DocumentMast of={of} back={page.back} />}>
      {obstacle === null ? children : <NothingToDo words={obstacle} />}
    </DialogPage>
  </Page>
);
