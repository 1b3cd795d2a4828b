import { addresses } from '#app/addresses.ts';
import { limits } from '#events/limits.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Dialog, DialogOpener } from '#app/ui/dialog/dialog.tsx';
import type { FieldState } from '#app/ui/field/field-state.ts';
import { TextArea } from '#app/ui/field/field.tsx';
import { useDialogForm } from '#app/ui/form/submitted.ts';
import { ActForm, type ActProps } from './act-form.tsx';

/** The form that retires a document, in a dialog or on a page of its own. */
export function RetireForm({ reason, ...act }: ActProps & { reason: FieldState }) {
  return (
    <ActForm
      {...act}
      action={addresses.retire(act.document.uid)}
      button="Retire"
      pendingLabel="Retiring…"
      icon="archive"
      destructive
      labels={{ reason: 'Reason' }}
    >
      <p>
        Are you sure you want to retire <b className="record">{act.document.name}</b>?
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
    </ActForm>
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
export const DiscardForm = (act: ActProps) => (
  <ActForm
    {...act}
    action={addresses.discard(act.document.uid)}
    button="Discard"
    pendingLabel="Discarding…"
    icon="trash-2"
    destructive
  >
    <p>
      Are you sure you want to discard the draft <b className="record">{act.document.name}</b>?
    </p>
    <p className="meta">
      It is removed from every list, and its title and ID can be used again. The audit trail still shows it.
    </p>
  </ActForm>
);
