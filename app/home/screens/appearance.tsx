import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { redirectTo, screenAction, screenLoader } from '#app/kit/screen/screen.ts';
import { readShortcut, shortcutCookie } from '#app/kit/cookies/shortcut.ts';
import { readTheme, themeCookie } from '#app/kit/cookies/theme.ts';
import { Choices } from '#app/ui/choices/choices.tsx';
import { Check, plainField } from '#app/ui/field/field.tsx';
import { Form, SubmitButton, useSavedForm } from '#app/ui/form/form.tsx';
import { AccountPage } from '#app/ui/page/account-page.tsx';
import { Actions } from '#app/ui/page/page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta: MetaFunction = () => [{ title: 'Appearance and keyboard - Imprimatur' }];

export const loader = screenLoader({
  access: 'signed-in',
  load: async ({ request, ports: { config } }) => ({
    theme: await readTheme(request, config),
    shortcut: await readShortcut(request, config),
  }),
});

export const action = screenAction({
  access: 'signed-in',
  async act(page) {
    const { config } = page.ports;
    const form = await page.request.formData();
    const theme = form.get('theme');
    const headers = new Headers();
    headers.append('Set-Cookie', await themeCookie(theme === 'light' || theme === 'dark' ? theme : null, config));
    headers.append('Set-Cookie', await shortcutCookie(form.get('shortcut') === 'on', config));
    return redirectTo(page, '/appearance', 'Saved for this browser.', headers);
  },
});

/** A person's choices for one browser: they are no record, so they are cookies and not events. */
export default function Appearance() {
  const loaded = useLoaderData<typeof loader>();
  const { saved } = useSavedForm();
  const theme = saved ? saved.values.theme : loaded.theme;
  const shortcut = saved ? saved.values.shortcut === 'on' : loaded.shortcut;
  return (
    <AccountPage
      current="/appearance"
      title="Appearance and keyboard"
      lede="Saved in this browser only. Printed pages are always light."
    >
      <div className="narrow">
        <Form id="appearance">
          <Choices
            single
            field={plainField('theme', { defaultValue: typeof theme === 'string' ? theme : 'system' })}
            legend="Appearance"
            choices={[
              { value: 'system', label: 'Same as the system' },
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
          />
          <Check
            field={plainField('shortcut', { defaultChecked: shortcut })}
            label="Press / to search"
            hint="Turn it off if you use voice control or press keys by accident."
          />
          <Actions>
            <SubmitButton>Save</SubmitButton>
          </Actions>
        </Form>
      </div>
    </AccountPage>
  );
}
