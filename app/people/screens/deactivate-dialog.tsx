import { useFetcher, Link } from '@remix-run/react';
import { useEffect } from 'react';
import { addresses } from '#app/kit/addresses.ts';
import type { TeamMember } from '#app/people/queries/list-team.ts';
import type { loader } from '#app/people/screens/deactivate.tsx';
import { DeactivateForm } from '#app/people/screens/deactivate-form.tsx';
import { Dialog } from '#app/ui/dialog/dialog.tsx';
import { useDialogForm } from '#app/ui/form/submitted.ts';
import type { Responsibilities } from '#app/people/queries/responsibilities.ts';
import { Notice } from '#app/ui/notice/notice.tsx';
import { counted, listed } from '#app/ui/text/count.ts';

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
        {data && <ResponsibilitiesNotice user={member.uid} responsibilities={data.responsibilities} />}
      </DeactivateForm>
    </Dialog>
  );
}

/** `one open approval, two documents and one draft`; empty where the person leaves nothing. */
export function responsibilitiesInWords({ approvals, owned, departments, functions }: Responsibilities): string {
  const drafts = owned.filter(({ draft }) => draft).length;
  const documents = owned.length - drafts;
  return listed([
    ...(approvals.length > 0 ? [counted(approvals.length, 'open approval')] : []),
    ...(documents > 0 ? [counted(documents, 'document')] : []),
    ...(drafts > 0 ? [counted(drafts, 'draft')] : []),
    ...(departments.length > 0 ? [counted(departments.length, 'department without another member')] : []),
    ...(functions.length > 0 ? [counted(functions.length, 'function that nobody else holds')] : []),
  ]);
}

/** In the dialog: what the person leaves, with the page that offers successors. */
function ResponsibilitiesNotice({ user, responsibilities }: { user: string; responsibilities: Responsibilities }) {
  const words = responsibilitiesInWords(responsibilities);
  if (words === '') return null;
  return (
    <Notice kind="wait">
      <p>This person leaves {words}.</p>
      <p>
        <Link to={addresses.deactivateUser(user)}>Choose successors first</Link>
      </p>
    </Notice>
  );
}
