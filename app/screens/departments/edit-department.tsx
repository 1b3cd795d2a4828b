import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { renameDepartment } from '#app/commands/department/save.ts';
import { addresses } from '#app/addresses.ts';
import { prefaced } from '#app/server/errors/error-prefix.ts';
import { errorPage } from '#app/server/errors/error-page.ts';
import { screenAction, screenLoader, submit } from '#app/server/screen/screen.ts';
import { getDepartment } from '#app/queries/department/get-department.ts';
import { NamePage } from '#app/screens/departments/name-page.tsx';
import { backTo, nameForm } from '#app/screens/departments/name-schema.ts';
import { pageTitle } from '#app/ui/text/page-title.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/server/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Edit department', data?.name);

const failed = 'There was a problem updating this department.';

export const loader = (args: LoaderFunctionArgs) =>
  screenLoader('department.rename', async ({ ask, params, ports }) => {
    const { success, data: department } = z.uuid().safeParse(params.uid);
    if (!success) throw errorPage({ code: 'not_found' });
    const { name, streamVersion } = await ask(getDepartment, { department });
    return { name, streamVersion, commandId: ports.newId() };
  })(args);

export const action = (args: ActionFunctionArgs) =>
  screenAction('department.rename', async (page) =>
    prefaced(
      await submit(page, {
        form: await page.request.formData(),
        schema: nameForm,
        command: renameDepartment,
        broken: failed,
        input: ({ name }) => ({ name, department: page.params.uid }),
        after: ({ name }, { returnTo }) => ({
          to: backTo(returnTo, addresses.departments()),
          toast: `The department is now called ${name}.`,
        }),
      }),
      failed,
    ),
  )(args);

export default function EditDepartment() {
  const { name, streamVersion, commandId } = useLoaderData<typeof loader>();
  return (
    <NamePage
      id="edit-department"
      title="Edit department"
      label="Name"
      submit="Save"
      maxLength={80}
      lede={name}
      commandId={commandId}
      expectedVersion={streamVersion}
      name={name}
      back={addresses.departments()}
    />
  );
}
