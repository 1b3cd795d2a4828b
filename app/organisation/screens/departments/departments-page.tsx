import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import { screenLoader } from '#app/kit/screen/screen.ts';
import { listDepartments } from '#app/organisation/queries/list-departments.ts';
import { DepartmentList } from '#app/organisation/screens/departments/department-list.tsx';
import { DepartmentHead } from '#app/organisation/screens/departments/heads.tsx';
import { DialogBody, DialogFoot, DialogPage } from '#app/ui/dialog/dialog.tsx';
import { Page } from '#app/ui/page/page.tsx';
import { listCount } from '#app/ui/text/count.ts';

export const meta: MetaFunction = () => [{ title: 'Manage Departments - Imprimatur' }];

export const loader = screenLoader({
  access: 'department.create',
  load: async ({ ask, ports }) => ({ departments: await ask(listDepartments, {}), commandId: ports.newId() }),
});

/** The departments drawer as a page of its own. */
export default function Departments() {
  const { departments, commandId } = useLoaderData<typeof loader>();
  return (
    <Page>
      <DialogPage
        title="Manage Departments"
        masthead={<DepartmentHead facts={listCount(departments.length, 'department')} />}
        back={addresses.team()}
      >
        <DialogBody>
          <DepartmentList departments={departments} commandId={commandId} />
        </DialogBody>
        <DialogFoot cancel="Close" />
      </DialogPage>
    </Page>
  );
}
