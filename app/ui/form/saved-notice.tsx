import { Notice } from '../notice/notice.tsx';
import { Hidden } from '../text/hidden.tsx';
import { showMoment } from '../text/date.ts';
import type { Kept } from './saved-form.ts';

const address = '/dashboard/kept';

type DiscardProps = {
  page: string;
  about?: string;
  /** Where to go on; that page where absent. */
  to?: string;
};

/** Forgets what was kept of a page, and opens the page anew. */
export function DiscardSavedForm({ page, about, to }: DiscardProps) {
  return (
    <form method="post" action={address}>
      <input type="hidden" name="keep" value="discard" />
      <input type="hidden" name="page" value={page} />
      {to && <input type="hidden" name="to" value={to} />}
      <button className="button" data-size="small" data-kind="quiet">
        Discard what was kept
        {about && <Hidden>: {about}</Hidden>}
      </button>
    </form>
  );
}

/** Says that a form stands as it was left, or why it does not. */
export function SavedNotice({ kept, fits }: { kept: Kept; fits: boolean }) {
  return (
    <div className="saved-form">
      <Notice live="status" icon="history">
        <div className="saved-form-words">
          <p>
            {fits
              ? `We kept what you typed on ${showMoment(kept.at)}. It has not been sent.`
              : `What you typed on ${showMoment(kept.at)} is not shown: the document has changed since.`}
          </p>
          <DiscardSavedForm page={kept.page} />
        </div>
      </Notice>
    </div>
  );
}
