import { DialogBody, DialogFoot } from '#app/ui/dialog/dialog.tsx';
import { Form, SubmitButton } from '#app/ui/form/form.tsx';

/** A destructive form, in a dialog and on its own page. */
export function Deactivate({ id }: { id: string }) {
  return (
    <Form id={id} layout="bare" commandId={id} action="/dashboard/users/1/deactivate" label="Deactivate">
      <DialogBody>
        <p>Are you sure that you want to deactivate this team member?</p>
        <p className="record">Noor Haddad</p>
      </DialogBody>
      <DialogFoot>
        <SubmitButton kind="stop-solid">Deactivate account</SubmitButton>
      </DialogFoot>
    </Form>
  );
}
