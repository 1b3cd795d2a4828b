import { useForm } from '@conform-to/react';
import { data, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { limits } from '#events/limits.ts';
import { scopes } from '#events/service-account/scopes.ts';
import { addresses } from '#app/kit/addresses.ts';
import { createServiceAccount } from '#app/integrations/commands/service-accounts/manage.ts';
import { listPossibleOwners } from '#app/integrations/queries/service-accounts/list.ts';
import { IssuedToken } from '#app/integrations/screens/service-accounts/issued-token.tsx';
import { readForm, screenAction, screenLoader } from '#app/kit/screen/screen.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Choices } from '#app/ui/choices/choices.tsx';
import { DateField } from '#app/ui/date-field/date-field.tsx';
import { fieldWith, SelectField, TextArea, TextField } from '#app/ui/field/field.tsx';
import { Form, SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { BackLink, Page, PageHead, Section, SectionFoot } from '#app/ui/page/page.tsx';
import { isoDay, showDate } from '#app/ui/text/date.ts';
import { failed } from '#app/kit/words/refusals.ts';
import { scopeWords } from '#app/integrations/words/service-accounts.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

const schema = z.object({
  name: z.string().default(''),
  owner: z.string().default(''),
  scopes: z.array(z.string()).default([]),
  expires: z.string().default(''),
  networks: z.string().default(''),
});

export const meta: MetaFunction = () => [{ title: 'Create service account - Imprimatur' }];

const yearsLater = (day: string, years: number) => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;

export const loader = screenLoader({
  access: 'service_account.manage',
  async load({ ask, ports, viewer, now }) {
    const today = isoDay(now, viewer.settings.timeZone);
    return { owners: await ask(listPossibleOwners, {}), self: viewer.uid, commandId: ports.newId(), today };
  },
});

export const action = screenAction({
  access: 'service_account.manage',
  async act(page) {
    const form = await readForm(page, schema, { command: createServiceAccount });
    if (!form.ok) return form.showAgain({ issued: null });
    const result = await form.run(createServiceAccount, form.values);
    if (!result.ok) return form.refused(result.failure, failed.createServiceAccount, { issued: null });
    const { name, token } = result.value;
    return data({ lastResult: undefined, problem: null, issued: { name, token } });
  },
});

/** Creates a service account; the answer shows its token. */
export default function CreateServiceAccount() {
  const { owners, self, commandId, today } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<z.input<typeof schema>>({
    id: 'service-account',
    lastResult: useLastResult(answer?.lastResult),
    defaultValue: { owner: self, expires: showDate(yearsLater(today, 1), 'UTC') },
  });
  if (answer?.issued) return <IssuedToken {...answer.issued} />;
  return (
    <Page>
      <BackLink to={addresses.settingsApi()}>API</BackLink>
      <PageHead title="Create service account" />
      <Form form={form} commandId={commandId} layout="bare">
        <Section
          id="account"
          title="Account"
          note="The owner answers for the account. If the owner is deactivated, the account is suspended."
          narrow
          first
        >
          <TextField
            field={fieldWith(fields.name, { required: true })}
            label="Name"
            hint="The audit trail shows it, for example HR sync."
            maxLength={limits.serviceAccountName}
            autoComplete="off"
          />
          <SelectField
            field={fieldWith(fields.owner, { required: true })}
            label="Owner"
            options={owners.map(({ uid, name }) => ({ value: uid, label: name }))}
          />
        </Section>
        <Section id="rights" title="Rights" note="Never more than the owner may do." narrow>
          <Choices
            field={fields.scopes}
            legend="Scopes"
            choices={scopes.map((scope) => ({ value: scope, label: scopeWords[scope], note: scope }))}
          />
        </Section>
        <Section id="limits" title="Limits" narrow>
          <DateField
            field={fieldWith(fields.expires, { required: true })}
            label="Expires"
            example={showDate(yearsLater(today, 1), 'UTC')}
            today={today}
            min={today}
            max={yearsLater(today, 2)}
          />
          <TextArea
            field={fields.networks}
            label="Allowed networks (optional)"
            hint="One on each line, for example 192.0.2.0/24. Without any, the account works from everywhere."
            rows={3}
          />
        </Section>
        <SectionFoot label="Create" sentence="The token is shown once, after this.">
          <LinkButton to={addresses.settingsApi()}>Cancel</LinkButton>
          <SubmitButton pendingLabel="Creating…">Create service account</SubmitButton>
        </SectionFoot>
      </Form>
    </Page>
  );
}
