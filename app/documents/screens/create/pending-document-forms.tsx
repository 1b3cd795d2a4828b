import { useLocation } from '@remix-run/react';
import type { SavedForm } from '#app/kit/screen/saved-form.ts';
import { buttonLook, buttonName } from '#app/ui/button/button.tsx';
import { DiscardSavedForm } from '#app/ui/form/form.tsx';
import { Icon } from '#app/ui/icon/icon.tsx';
import { Actions } from '#app/ui/page/page.tsx';
import { lasting } from '#app/ui/text/count.ts';
import { showMoment } from '#app/ui/text/date.ts';

/** Saved forms of new documents: one line that opens to a list with a link to each. */
export function PendingDocumentForms({ forms }: { forms: readonly SavedForm[] }) {
  const { pathname, search } = useLocation();
  if (forms.length === 0) return null;
  return (
    <details className="saved-form unfinished">
      <summary>
        <Icon name="history" />
        {lasting(forms.length, 'unfinished document')}
      </summary>
      <ul className="unfinished-list">
        {forms.map(({ page, at, values }) => {
          const title = typeof values.name === 'string' ? values.name : 'A document without a title';
          return (
            <li key={page} className="saved-form-words">
              <span>
                <b className="record">{title}</b> <span className="meta">Saved {showMoment(at)}</span>
              </span>
              <Actions>
                {/* A page of its own: the form that stands here would otherwise stay. */}
                <a
                  href={page}
                  {...buttonLook({ size: 'small' })}
                  {...buttonName({ about: title, children: 'Continue' })}
                >
                  Continue
                </a>
                <DiscardSavedForm page={page} about={title} to={pathname + search} />
              </Actions>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
