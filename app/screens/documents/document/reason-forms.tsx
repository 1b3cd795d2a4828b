import { addresses } from '#app/addresses.ts';
import { limits } from '#events/limits.ts';
import { Dialog, DialogBody, DialogFoot, DialogOpener } from '#app/ui/dialog/dialog.tsx';
import { plainField, type FieldState } from '#app/ui/field/field-state.ts';
import { TextArea } from '#app/ui/field/field.tsx';
import type { FormState } from '#app/ui/form/form-state.ts';
import { Form } from '#app/ui/form/form.tsx';
import { SubmitButton } from '#app/ui/form/submit-button.tsx';

type ActProps = { document: { uid: string; name: string; streamVersion: number }; commandId: string; form?: FormState };

/** The form that retires a document, in a dialog or on a page of its own. */
export function RetireForm({
  document: { uid, name, streamVersion },
  commandId,
  form,
  reason = plainField('reason', { id: 'retire-reason', required: true }),
}: ActProps & { reason?: FieldState }) {
  return (
    <Form
      {...(form ? { form } : { id: 'retire-form' })}
      commandId={commandId}
      expectedVersion={streamVersion}
      action={addresses.retire(uid)}
      layout="bare"
    >
      <DialogBody>
        <p>
          Are you sure you want to retire <b className="record">{name}</b>?
        </p>
        <TextArea
          field={reason}
          label="Reason"
          hint="Up to 1000 characters. The audit trail shows it."
          maxLength={limits.reason}
          required
        />
      </DialogBody>
      <DialogFoot>
        <SubmitButton kind="stop-solid" icon="archive" pendingLabel="Retiring…">
          Retire
        </SubmitButton>
      </DialogFoot>
    </Form>
  );
}

/** The button that opens the `RetireDialog` of its page. */
export function RetireOpener({ document }: { document: string }) {
  return (
    <DialogOpener
      dialog="retire"
      href={addresses.retire(document)}
      pageLabel="Retire on its own page"
      kind="stop"
      icon="archive"
      push
    >
      Retire
    </DialogOpener>
  );
}

/** The dialog with the form that retires a document. */
export function RetireDialog(act: Pick<ActProps, 'document' | 'commandId'>) {
  return (
    <Dialog id="retire" title="Retire" destructive>
      <RetireForm {...act} />
    </Dialog>
  );
}

/** The form that discards a draft, in a dialog or on a page of its own. */
export function DiscardForm({ document: { uid, name, streamVersion }, commandId, form }: ActProps) {
  return (
    <Form
      {...(form ? { form } : { id: 'discard-form' })}
      commandId={commandId}
      expectedVersion={streamVersion}
      action={addresses.discard(uid)}
      layout="bare"
    >
      <DialogBody>
        <p>
          Are you sure you want to discard the draft <b className="record">{name}</b>?
        </p>
        <p className="meta">
          It is removed from every list, and its title and ID can be used again. The audit trail still shows it.
        </p>
      </DialogBody>
      <DialogFoot>
        <SubmitButton kind="stop-solid" icon="trash-2" pendingLabel="Discarding…">
          Discard
        </SubmitButton>
      </DialogFoot>
    </Form>
  );
}
