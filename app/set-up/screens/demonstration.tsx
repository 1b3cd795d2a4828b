import { useForm } from '@conform-to/react';
import { redirect, type MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { demonstrationInput, setUpDemonstration } from '#app/set-up/commands/set-up.ts';
import { addresses } from '#app/kit/addresses.ts';
import { readForm, redirectTo, screenAction, screenLoader } from '#app/kit/screen/screen.ts';
import { toast } from '#app/kit/cookies/toast.ts';
import { isEmpty } from '#app/kit/session/set-up-code.ts';
import { TextField } from '#app/ui/field/field.tsx';
import { Form, SubmitButton } from '#app/ui/form/form.tsx';
import { AuthPage } from '#app/ui/page/auth-page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta: MetaFunction = () => [{ title: 'Load the demonstration - Imprimatur' }];

export const loader = screenLoader({
  access: 'public',
  async load({ ports }) {
    if (!(await isEmpty(ports.database.pool))) throw redirect(addresses.signIn());
    return { commandId: ports.newId() };
  },
});

export const action = screenAction({
  access: 'public',
  async act(page) {
    const form = await readForm(page, demonstrationInput);
    if (!form.ok) return form.showAgain();
    const result = await form.run(setUpDemonstration, form.values);
    if (!result.ok) return form.refused(result.failure);
    return redirectTo(page, addresses.signIn(), toast('info', inOneLine(result.value.lines)));
  },
});

/** The console's lines as one sentence for a notice. */
const inOneLine = (lines: readonly string[]): string => lines.map((line) => line.trim().replace(/ +/g, ' ')).join('; ');

/** Loads an organisation to try the product with. */
export default function LoadDemonstration() {
  const { commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<{ setupCode: string }>({ id: 'demonstration', lastResult: answer?.lastResult });
  return (
    <AuthPage
      title="Load the demonstration"
      lede={
        'Northmere Diagnostics: sixty people, 45 documents and 30 months of work on them, with simulated times. ' +
        'It takes about a minute. The console shows the set-up code.'
      }
      links={<Link to={addresses.setup()}>Set up your own organisation</Link>}
    >
      <Form form={form} commandId={commandId} labels={{ setupCode: 'Set-up code' }}>
        <TextField field={fields.setupCode} label="Set-up code" autoComplete="off" required />
        <SubmitButton size="wide" pendingLabel="Loading…">
          Load the demonstration
        </SubmitButton>
      </Form>
    </AuthPage>
  );
}
