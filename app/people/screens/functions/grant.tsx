import { useForm } from '@conform-to/react';
import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { roleLabel } from '#events/user/role.ts';
import { grantFunction } from '#app/people/commands/functions/grant.ts';
import { addresses } from '#app/kit/addresses.ts';
import { commandAction, screenLoader, text } from '#app/kit/screen/screen.ts';
import { listFunctions } from '#app/people/queries/functions/list.ts';
import { todayOf } from '#app/kit/query/today.ts';
import { listMemberOptions } from '#app/people/queries/responsibilities.ts';
import { FunctionHead } from '#app/people/screens/functions/function-head.tsx';
import { DateField } from '#app/ui/date-field/date-field.tsx';
import { FormDialogPage } from '#app/ui/dialog/form-dialog-page.tsx';
import { fieldWith, ReasonField, SelectField, type WithReason } from '#app/ui/field/field.tsx';
import { SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { showDate } from '#app/ui/text/date.ts';
import { failed } from '#app/kit/words/refusals.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

const schema = z.object({
  function: z.string().default(''),
  user: z.string().default(''),
  from: z.string().default(''),
  until: z.string().default(''),
});
/** What is chosen already; a person's page comes back to it. */
const search = z.object({ function: text, user: text });

export const meta: MetaFunction = () => [{ title: 'Grant function - Imprimatur' }];

export const loader = screenLoader({
  access: 'function.grant',
  search,
  async load({ ask, ports, search: chosen, viewer, now }) {
    const [functions, people] = [await ask(listFunctions, {}), await ask(listMemberOptions, {})];
    return {
      chosen,
      functions: functions.filter(({ retired }) => !retired).map(({ uid, name }) => ({ value: uid, label: name })),
      // Nobody grants themselves a function.
      people: people
        .filter(({ uid }) => uid !== viewer.uid)
        .map(({ uid, name, role }) => ({ value: uid, label: `${name}, ${roleLabel(role)}` })),
      today: todayOf({ viewer, now }),
      commandId: ports.newId(),
    };
  },
});

export const action = commandAction({
  access: 'function.grant',
  search,
  command: grantFunction,
  form: schema,
  failed: failed.grantFunction,
  done({ page, value }) {
    const { user, name, function: granted } = value;
    const back = page.search.user ? addresses.editUser(user) : addresses.settingsFunctions();
    return [back, `${name} is granted the function ${granted}.`];
  },
});

/** Grants a function to a person, for some days or without end. */
export default function GrantFunction() {
  const { chosen, functions, people, today, commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<WithReason<z.input<typeof schema>>>({
    id: 'grant-function',
    lastResult: useLastResult(answer?.lastResult),
    defaultValue: { ...chosen, from: showDate(today, 'UTC') },
  });
  return (
    <FormDialogPage
      title="Grant function"
      masthead={<FunctionHead />}
      back={chosen.user ? addresses.editUser(chosen.user) : addresses.settingsFunctions()}
      form={form}
      commandId={commandId}
      labels={{ user: 'Person' }}
      button={<SubmitButton pendingLabel="Granting…">Grant function</SubmitButton>}
    >
      <p className="meta">Both days are included. They are days of your organisation.</p>
      <SelectField
        field={fieldWith(fields.function, { required: true })}
        label="Function"
        placeholder="Choose a function"
        options={functions}
      />
      <SelectField
        field={fieldWith(fields.user, { required: true })}
        label="Person"
        placeholder="Choose a person"
        options={people}
      />
      <DateField
        field={fieldWith(fields.from, { required: true })}
        label="From"
        example={showDate(today, 'UTC')}
        today={today}
        min={today}
      />
      <DateField
        field={fields.until}
        label="Until (optional)"
        example={showDate(today, 'UTC')}
        today={today}
        min={today}
      />
      <ReasonField field={fields.reason} />
    </FormDialogPage>
  );
}
