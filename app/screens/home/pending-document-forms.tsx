import { useLocation } from '@remix-run/react';
import type { SavedForm } from '#app/server/screen/saved-form.ts';
import { buttonLook, buttonName } from '#app/ui/button/button.tsx';
import { DiscardSavedForm } from '#app/ui/form/saved-notice.tsx';
import { Notice } from '#app/ui/notice/notice.tsx';
import { Actions } from '#app/ui/page/page.tsx';
import { showMoment } from '#app/ui/text/date.ts';

/** Saved forms of new documents with links to them. */
export function PendingDocumentForms({ forms }: { forms: readonly SavedForm[] }) {
  const { pathname, search } = useLocation();
  return forms.map(({ page, at, values }) => {
    const title = typeof values.name === 'string' ? values.name : 'A document without a title';
    return (
      <div className="saved-form" key={page}>
        <Notice icon="history">
          <div className="saved-form-words">
            <p>
              You began another document on {showMoment(at)}: <b className="record">{title}</b>
            </p>
            <Actions>
              {/* A page of its own: the form that stands here would otherwise stay. */}
              <a href={page} {...buttonLook({ size: 'small' })} {...buttonName({ about: title, children: 'Continue' })}>
                Continue
              </a>
              <DiscardSavedForm page={page} about={title} to={pathname + search} />
            </Actions>
          </div>
        </Notice>
      </div>
    );
  });
}
