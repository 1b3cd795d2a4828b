import { useFetcher } from '@remix-run/react';
import { type MouseEvent, useEffect, useRef } from 'react';
import { addresses } from '#app/kit/addresses.ts';
import { DepartmentList } from '#app/organisation/screens/departments/department-list.tsx';
import type { loader } from '#app/organisation/screens/departments/departments-page.tsx';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '#app/ui/dialog/dialog.tsx';
import { listCount } from '#app/ui/text/count.ts';

const id = 'departments';

const show = () => {
  const drawer = document.getElementById(id);
  if (drawer instanceof HTMLDialogElement && !drawer.open) drawer.showModal();
};

/** Opens the departments: with script in a drawer, which is fetched on demand; without it on their own page. */
export function DepartmentsDrawer() {
  const { load, state, data } = useFetcher<typeof loader>();
  const asked = useRef(false);
  useEffect(() => {
    if (!asked.current || state !== 'idle' || !data) return;
    asked.current = false;
    show();
  }, [state, data]);
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    asked.current = true;
    load(addresses.departments());
  };
  return (
    <>
      <LinkButton to={addresses.departments()} icon="building-2" onClick={open}>
        Manage Departments
      </LinkButton>
      {data && (
        <Dialog id={id} title="Manage Departments" lede={listCount(data.departments.length, 'department')} drawer>
          <DialogBody>
            <DepartmentList {...data} returnTo={addresses.team()} />
          </DialogBody>
          <DialogFoot cancel="Close" />
        </Dialog>
      )}
    </>
  );
}
