import { useForm } from '@conform-to/react';
import type { MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { limits } from '#events/limits.ts';
import { editFunction } from '#app/commands/function/manage.ts';
import { addresses } from '#app/addresses.ts';
import { getFunction } from '#app/queries/function/list.ts';
import { FunctionMast } from '#app/screens/functions/function-mast.tsx';
import { readForm, redirectTo } from '#app/server/screen/form.ts';
import { uidParams } from '#app/server/screen/route-input.ts';
import { screenAction, screenLoader } from '#app/server/screen/screen.ts';
import { FormDialogPage } from '#app/ui/dialog/form-dialog-page.tsx';
import { Check } from '#app/ui/field/check.tsx';
import { TextField } from '#app/ui/field/field.tsx';
import { ReasonField, type WithReason } from '#app/ui/field/reason-field.tsx';
import { useLastResult } from '#app/ui/form/saved-form.ts';
import { SubmitButton } from '#app/ui/form/submit-button.tsx';
import { pageTitle } from '#app/ui/text/page-title.ts';
import { failed } from '#app/wording/refusals.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/server/screen/revalidate.ts';

const schema = z.object({ name: z.string().optional().default(''), retired: z.boolean().default(false) });

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Edit function', data?.edited.name);

export const loader = screenLoader({
  access: 'function.edit',
  params: uidParams,
  load: async ({ ask, params, ports }) => ({
    edited: await ask(getFunction, { function: params.uid }),
    commandId: ports.newId(),
  }),
});

export const action = screenAction({
  access: 'function.edit',
  params: uidParams,
  async act(page) {
    const form = await readForm(page, schema, { command: editFunction });
    if (!form.ok) return form.again();
    const result = await form.run(editFunction, { ...form.values, function: page.params.uid });
    if (!result.ok) return form.refused(result.failure, failed.editFunction);
    return redirectTo(page, addresses.settingsFunctions(), `The function ${result.value.name} is saved.`);
  },
});

/** Renames a function, retires it, or takes it back into use. */
export default function EditFunction() {
  const { edited, commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<WithReason<z.input<typeof schema>>>({
    id: 'edit-function',
    lastResult: useLastResult(answer?.lastResult),
    defaultValue: { name: edited.name, retired: edited.retired },
  });
  return (
    <FormDialogPage
      title="Edit function"
      masthead={<FunctionMast name={edited.name} />}
      back={addresses.settingsFunctions()}
      form={form}
      commandId={commandId}
      expectedVersion={edited.streamVersion}
      button={<SubmitButton pendingLabel="Saving…">Save</SubmitButton>}
    >
      <p className="meta">Lists and reports show the new name. Audit trails keep what was recorded before.</p>
      <TextField field={fields.name} label="Name" required maxLength={limits.functionName} autoComplete="off" />
      <Check
        field={fields.retired}
        label="Retired"
        hint="Nobody new can get this function. Those who hold it keep it."
      />
      <ReasonField field={fields.reason} />
    </FormDialogPage>
  );
}
