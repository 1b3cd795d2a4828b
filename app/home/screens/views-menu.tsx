import { Link, useLocation } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import { buttonLook, ButtonFace } from '#app/ui/button/button.tsx';
import { Form, SubmitButton } from '#app/ui/form/form.tsx';

export interface SavedView {
  name: string;
  filters: Record<string, string>;
}

const addressOf = ({ filters }: SavedView) => `${addresses.home('manage')}&${new URLSearchParams(filters).toString()}`;

/** The person's saved views of the list, and the form that saves the present one. */
export function ViewsMenu({ views }: { views: readonly SavedView[] }) {
  const { pathname, search, key } = useLocation();
  const here = pathname + search;
  return (
    <details className="views" key={key}>
      <summary {...buttonLook({})}>
        <ButtonFace>Views</ButtonFace>
      </summary>
      <div className="views-panel">
        {views.length > 0 && (
          <ul className="views-list">
            {views.map((view) => (
              <li key={view.name}>
                <Link to={addressOf(view)}>{view.name}</Link>
                <Form id={`delete-view-${view.name}`} layout="bare" action={addresses.savedViews()} showsSaved={false}>
                  <input type="hidden" name="act" value="delete" />
                  <input type="hidden" name="name" value={view.name} />
                  <input type="hidden" name="returnTo" value={here} />
                  <SubmitButton kind="plain" size="small" icon="trash-2" about={view.name}>
                    Delete
                  </SubmitButton>
                </Form>
              </li>
            ))}
          </ul>
        )}
        <Form id="save-view" action={addresses.savedViews()} showsSaved={false}>
          <input type="hidden" name="act" value="save" />
          <input type="hidden" name="returnTo" value={here} />
          <div className="field">
            <label htmlFor="view-name">Save this view as</label>
            <input id="view-name" name="name" autoComplete="off" maxLength={60} required />
          </div>
          <SubmitButton kind="outline">Save view</SubmitButton>
        </Form>
      </div>
    </details>
  );
}
