import { useFetcher } from '@remix-run/react';
import { useEffect } from 'react';
import { addresses } from '#app/kit/addresses.ts';
import type { TeamMember } from '#app/people/queries/list-team.ts';
import type { loader } from '#app/people/screens/deactivate.tsx';
import { DeactivateForm } from '#app/people/screens/deactivate-form.tsx';
import { LeavesNotice } from '#app/people/screens/leaves-notice.tsx';
import { Dialog } from '#app/ui/dialog/dialog.tsx';
import { useDialogForm } from '#app/ui/form/submitted.ts';

/**
 * Asks whether to deactivate somebody. What waits for the person is fetched as the dialog opens, since it is of no use
 * to the list.
 */
export function DeactivateDialog({ member, commandId }: { member: TeamMember; commandId: string }) {
  const { load, data } = useFetcher<typeof loader>();
  const { form, fields } = useDialogForm(`deactivate-form-${member.uid}`, ['reason']);
  useEffect(() => load(addresses.deactivateUser(member.uid, 'dialog')), [load, member.uid]);
  return (
    <Dialog id="deactivate" title="Deactivate team member" destructive>
      <DeactivateForm member={member} commandId={commandId} form={form} reason={fields.reason}>
        {data && <LeavesNotice user={member.uid} leaves={data.leaves} />}
      </DeactivateForm>
    </Dialog>
  );
}
