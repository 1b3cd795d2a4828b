import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { goOn, screenAction, screenLoader } from '#app/server/screen/screen.ts';
import { readShortcut, shortcutCookie } from '#app/server/cookies/shortcut.ts';
import { readTheme, themeCookie } from '#app/server/cookies/theme.ts';
import { Choices } from '#app/ui/choices/choices.tsx';
import { Check } from '#app/ui/field/check.tsx';
import { plainField } from '#app/ui/field/field-state.ts';
import { Form } from '#app/ui/form/form.tsx';
import { useSavedForm } from '#app/ui/form/saved-form.ts';
import { SubmitButton } from '#app/ui/form/submit-button.tsx';
import { Actions, Page, PageHead } from '#app/ui/page/page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta: MetaFunction = () => [{ title: 'Appearance and keyboard - Imprimatur' }];

export const loader = (args: LoaderFunctionArgs) =>
  screenLoader('signed-in', async ({ request, ports: { config } }) => ({
    theme: await readTheme(request, config),
    shortcut: await readShortcut(request, config),
  }))(args);

export const action = (args: ActionFunctionArgs) =>
  screenAction('signed-in', async ({ request, ports: { config } }) => {
    const form = await request.formData();
    const theme = form.get('theme');
    const headers = new Headers();
    headers.append('Set-Cookie', await themeCookie(theme === 'light' || theme === 'dark' ? theme : null, config));
    headers.append('Set-Cookie', await shortcutCookie(form.get('shortcut') === 'on', config));
    return goOn({ to: '/appearance', toast: 'Kept for this browser.', headers }, config);
  })(args);

/** What one person chose for one browser. It is no record, so it is a cookie and not an event. */
export default function Appearance() {
  const loaded = useLoaderData<typeof loader>();
  const { saved } = useSavedForm();
  const theme = saved ? saved.values.theme : loaded.theme;
  const shortcut = saved ? saved.values.shortcut === 'on' : loaded.shortcut;
  return (
    <Page>
      <PageHead title="Appearance and keyboard" lede="Kept in this browser alone. Printed pages are always light." />
      <div className="narrow">
        <Form id="appearance">
          <Choices
            single
            field={plainField('theme', { defaultValue: typeof theme === 'string' ? theme : 'system' })}
            legend="Appearance"
            choices={[
              { value: 'system', label: 'As the system' },
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
          />
          <Check
            field={plainField('shortcut', { defaultChecked: shortcut })}
            label="The key / goes to the search of a list"
            hint="Switch it off if you speak to your computer or press keys by accident."
          />
          <Actions>
            <SubmitButton>Save</SubmitButton>
          </Actions>
        </Form>
      </div>
    </Page>
  );
}
