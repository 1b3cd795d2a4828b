import { useForm } from '@conform-to/react';
import type { MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { editFunctionalArea } from '#app/commands/department/functional-areas.ts';
import { addresses } from '#app/addresses.ts';
import { readForm, redirectTo } from '#app/server/screen/form.ts';
import { screenAction, screenLoader } from '#app/server/screen/screen.ts';
import { getFunctionalArea } from '#app/queries/department/functional-areas.ts';
import { failed } from '#app/wording/refusals.ts';
import { functionalAreaForm } from '#app/screens/departments/name-form.tsx';
import { AreaMast } from '#app/screens/departments/masts.tsx';
import { Check } from '#app/ui/field/check.tsx';
import { ReasonField, type WithReason } from '#app/ui/field/reason-field.tsx';
import { TextField } from '#app/ui/field/field.tsx';
import { FormDialogPage } from '#app/ui/dialog/form-dialog-page.tsx';
import { useLastResult } from '#app/ui/form/saved-form.ts';
import { SubmitButton } from '#app/ui/form/submit-button.tsx';
import { pageTitle } from '#app/ui/text/page-title.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/server/screen/revalidate.ts';

/** Its name. */
const params = z.object({ area: z.string().max(40) });
const schema = z.object({ name: z.string().optional().default(''), retired: z.boolean().default(false) });

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Edit functional area', data?.area.name);

export const loader = screenLoader({
  access: 'functional_area.edit',
  params,
  load: async ({ ask, params, ports }) => ({
    area: await ask(getFunctionalArea, { named: params.area }),
    commandId: ports.newId(),
  }),
});

export const action = screenAction({
  access: 'functional_area.edit',
  params,
  async act(page) {
    const form = await readForm(page, schema, { command: editFunctionalArea });
    if (!form.ok) return form.again();
    const result = await form.run(editFunctionalArea, { ...form.values, named: page.params.area });
    if (!result.ok) return form.refused(result.failure, failed.editFunctionalArea);
    return redirectTo(page, addresses.functionalAreas(), `The functional area ${result.value.name} is saved.`);
  },
});

/** Renames a functional area, retires it, or takes it back into use. */
export default function EditFunctionalArea() {
  const { area, commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<WithReason<z.input<typeof schema>>>({
    id: 'edit-functional-area',
    lastResult: useLastResult(answer?.lastResult),
    defaultValue: { name: area.name, retired: area.retired },
  });
  return (
    <FormDialogPage
      title="Edit functional area"
      masthead={<AreaMast name={area.name} />}
      back={addresses.functionalAreas()}
      form={form}
      commandId={commandId}
      expectedVersion={area.streamVersion}
      button={<SubmitButton pendingLabel="Saving…">Save</SubmitButton>}
    >
      <p className="meta">
        The number of each of its documents changes with the name. Audit trails keep what was recorded before.
      </p>
      <TextField
        field={fields.name}
        label={functionalAreaForm.label}
        hint={functionalAreaForm.hint}
        required
        maxLength={functionalAreaForm.maxLength}
        autoComplete="off"
      />
      <Check
        field={fields.retired}
        label="Retired"
        hint="No new document can get this functional area. Its documents keep it."
      />
      <ReasonField field={fields.reason} />
    </FormDialogPage>
  );
}
