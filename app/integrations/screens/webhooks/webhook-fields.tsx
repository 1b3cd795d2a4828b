import { longestUrl } from '#events/webhook/address.ts';
import { webhookKinds } from '#events/webhook/kinds.ts';
import { Choices } from '#app/ui/choices/choices.tsx';
import { type FieldState, fieldWith, TextField } from '#app/ui/field/field.tsx';
import { Section } from '#app/ui/page/page.tsx';
import { kindWords } from '#app/integrations/words/webhooks.ts';

/** The labels of these fields, for the summary of the form. */
export const webhookLabels = { url: 'Address', kinds: 'Send when' };

/** Where a webhook goes, and of what it tells. */
export function WebhookFields({ fields }: { fields: { url: FieldState; kinds: FieldState } }) {
  return (
    <>
      <Section
        id="address"
        title="Address"
        note={
          'Each message is signed as standardwebhooks.com describes. The audit trail keeps the address, so put ' +
          'no password in it.'
        }
        narrow
        first
      >
        <TextField
          field={fieldWith(fields.url, { required: true })}
          label="Address"
          hint="For example, https://hooks.example.com/imprimatur"
          maxLength={longestUrl}
          inputMode="url"
          autoComplete="off"
        />
      </Section>
      <Section id="kinds" title="Kinds" note="Choose only what the program needs." narrow>
        <Choices
          field={fields.kinds}
          legend="Send when"
          search={false}
          choices={webhookKinds.map((kind) => ({ value: kind, label: kindWords[kind], note: kind }))}
        />
      </Section>
    </>
  );
}
