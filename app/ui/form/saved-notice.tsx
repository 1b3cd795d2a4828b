import { Notice } from '../notice/notice.tsx';
import { Hidden } from '../icon/icon.tsx';
import { showMoment } from '../text/date.ts';
import type { SavedForm } from './saved-form.ts';

const address = '/dashboard/saved-forms';

type DiscardProps = {
  page: string;
  about?: string;
  /** Where to go on; that page where absent. */
  to?: string;
};

/** Deletes what is saved of a page, and opens the page anew. */
export function DiscardSavedForm({ page, about, to }: DiscardProps) {
  return (
    <form method="post" action={address}>
      <input type="hidden" name="keep" value="discard" />
      <input type="hidden" name="page" value={page} />
      {to && <input type="hidden" name="to" value={to} />}
      <button className="button" data-size="small" data-kind="quiet">
        Discard
        {about && <Hidden>: {about}</Hidden>}
      </button>
    </form>
  );
}

/** Says that a form shows what was saved, or why it does not. */
export function SavedNotice({ saved, fits }: { saved: SavedForm; fits: boolean }) {
  return (
    <div className="saved-form">
      <Notice live="status" icon="history">
        <div className="saved-form-words">
          <p>
            {fits
              ? `You typed this on ${showMoment(saved.at)}. It is saved but not sent.`
              : `What you typed on ${showMoment(saved.at)} is not shown: the document has changed since.`}
          </p>
          <DiscardSavedForm page={saved.page} />
        </div>
      </Notice>
    </div>
  );
}
