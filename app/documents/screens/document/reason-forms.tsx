import { addresses } from '#app/kit/addresses.ts';
import { limits } from '#events/limits.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Dialog, DialogOpener } from '#app/ui/dialog/dialog.tsx';
import { DialogForm } from '#app/ui/dialog/form-dialog-page.tsx';
import { type FieldState, TextArea } from '#app/ui/field/field.tsx';
import type { FormState } from '#app/ui/form/form-state.ts';
import { SubmitButton } from '#app/ui/form/form.tsx';
import { useDialogForm } from '#app/ui/form/submitted.ts';

interface ActProps {
  document: { uid: string; name: string; streamVersion: number };
  commandId: string;
  form: FormState;
}

/** The form that retires a document, in a dialog or on a page of its own. */
export function RetireForm({ document, commandId, form, reason }: ActProps & { reason: FieldState }) {
  return (
    <DialogForm
      form={form}
      commandId={commandId}
      expectedVersion={document.streamVersion}
      action={addresses.retire(document.uid)}
      labels={{ reason: 'Reason' }}
      button={
        <SubmitButton kind="stop-solid" icon="archive" pendingLabel="Retiring…">
          Retire
        </SubmitButton>
      }
    >
      <p>
        Are you sure you want to retire <b className="record">{document.name}</b>?
      </p>
      <p className="meta">
        It is no longer in force. Open approvals and open training are cancelled. Its files stay in its history.
      </p>
      <TextArea
        field={reason}
        label="Reason"
        hint="Up to 1000 characters. The audit trail shows it."
        maxLength={limits.reason}
        required
      />
    </DialogForm>
  );
}

/** The button that opens the `RetireDialog` of its page. */
export function RetireOpener({ document }: { document: string }) {
  return (
    <DialogOpener dialog="retire" href={addresses.retire(document)} kind="stop" icon="archive" push>
      Retire
    </DialogOpener>
  );
}

/** The link to the page that transfers the ownership. */
export const TransferLink = ({ document }: { document: string }) => (
  <LinkButton to={addresses.transferOwnership(document)} kind="plain" icon="user-round">
    Transfer ownership
  </LinkButton>
);

/** The link to the page that records an exception from the separation of duties. */
export const ExceptionLink = ({ document }: { document: string }) => (
  <LinkButton to={addresses.waiveSeparation(document)} kind="plain" icon="shield-check">
    Record exception
  </LinkButton>
);

/** The dialog with the form that retires a document. */
export function RetireDialog(act: Pick<ActProps, 'document' | 'commandId'>) {
  const { form, fields } = useDialogForm('retire-form', ['reason']);
  return (
    <Dialog id="retire" title="Retire" destructive>
      <RetireForm {...act} form={form} reason={fields.reason} />
    </Dialog>
  );
}

/** The dialog with the form that discards a draft. */
export function DiscardDialog(act: Pick<ActProps, 'document' | 'commandId'>) {
  const { form } = useDialogForm('discard-form', []);
  return (
    <Dialog id="discard" title="Discard draft" destructive>
      <DiscardForm {...act} form={form} />
    </Dialog>
  );
}

/** The form that discards a draft, in a dialog or on a page of its own. */
export const DiscardForm = ({ document, commandId, form }: ActProps) => (
  <DialogForm
    form={form}
    commandId={commandId}
    expectedVersion={document.streamVersion}
    action={addresses.discard(document.uid)}
    button={
      <SubmitButton kind="stop-solid" icon="trash-2" pendingLabel="Discarding…">
        Discard
      </SubmitButton>
    }
  >
    <p>
      Are you sure you want to discard the draft <b className="record">{document.name}</b>?
    </p>
    <p className="meta">
      It is removed from every list, and its title and ID can be used again. The audit trail still shows it.
    </p>
  </DialogForm>
);
