import { addresses } from '#app/kit/addresses.ts';
import { type FieldState, ReasonField } from '#app/ui/field/field.tsx';
import { SubmitButton } from '#app/ui/form/form.tsx';
import { ScrollRegion } from '#app/ui/scroll/scroll-region.tsx';
import { useHydrated } from '#app/ui/shell/hydrated.ts';
import { lasting } from '#app/ui/text/count.ts';
import type { SettingsSection } from '#app/organisation/words/setting-words.ts';
import type { SettingChange } from '#app/organisation/words/settings.ts';
import './settings.css';

const discarding = 'discard-changes';

type SaveBarProps = { reason: FieldState; changes: readonly SettingChange[] };

/** Reason, Save and Discard. With script it lists the changes at the bottom of the window while there are any. */
export function SaveBar({ reason, changes }: SaveBarProps) {
  const hydrated = useHydrated();
  return (
    <>
      <p className="vh" role="status">
        {changes.length > 0 && `${lasting(changes.length, 'change')} not saved`}
      </p>
      <section
        className="save-bar"
        aria-label="Save the settings"
        data-sticky={hydrated || undefined}
        hidden={hydrated && changes.length === 0}
      >
        {changes.length > 0 && (
          <ScrollRegion label="Changes" className="changes">
            <p className="label">{lasting(changes.length, 'change')}</p>
            <ul>
              {changes.map(({ name, from, to }) => (
                <li key={name}>
                  {name}: <del>{from}</del> → <ins>{to}</ins>
                </li>
              ))}
            </ul>
          </ScrollRegion>
        )}
        <ReasonField field={reason} always />
        <div className="actions">
          <button className="button" form={discarding}>
            Discard
          </button>
          <SubmitButton pendingLabel="Saving…">Save</SubmitButton>
        </div>
      </section>
    </>
  );
}

/** Where the button Discard posts to: the page opens anew, without what is typed or saved of its form. */
export function DiscardForm({ section }: { section: SettingsSection }) {
  return (
    <form method="post" action="/dashboard/saved-forms" id={discarding}>
      <input type="hidden" name="keep" value="discard" />
      <input type="hidden" name="page" value={addresses.settings(section)} />
    </form>
  );
}
