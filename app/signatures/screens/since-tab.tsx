import { Link, useLocation } from '@remix-run/react';
import { Compared } from '#app/comparison/screens/compared.tsx';
import { StillComparing } from '#app/comparison/screens/still-comparing.tsx';
import { Notice } from '#app/ui/notice/notice.tsx';
import { withQuery } from '#app/ui/register/query.ts';
import { Tabs } from '#app/ui/tabs/tabs.tsx';
import { countedChanges } from '#app/comparison/words.ts';
import type { LoadedSince } from './load-since.ts';
import '#app/ui/signature-panel/signature-panel.css';

/** The address of the page with what changed, and without. */
const useShown = (changes: boolean): string =>
  withQuery(useLocation().search, {
    show: changes ? 'changes' : undefined,
    passages: undefined,
    page: undefined,
    text: undefined,
    find: undefined,
  });

/** The tabs over the document of a signing page. */
export function SinceTabs({ since }: { since: LoadedSince }) {
  const [document, changes] = [useShown(false), useShown(true)];
  return (
    <Tabs
      label="What to read"
      tabs={[
        { to: document, label: 'The document', current: !since.shows },
        { to: changes, label: since.label, current: since.shows },
      ]}
    />
  );
}

/** What changed, or why it is not shown. */
export function SinceChanges({ since }: { since: LoadedSince }) {
  const { document, from, to, readable, state, compared } = since;
  if (state === 'running') return <StillComparing from={from} to={to} />;
  if (!compared) return <Notice kind="wait">{(state === 'busy' ? busyWords : unreadableWords)(since)}</Notice>;
  return (
    <div className="sheet">
      <Compared
        document={document}
        from={from}
        to={to}
        readable={readable}
        compared={compared}
        pages="passages"
        narrow
      />
    </div>
  );
}

const unreadableWords = ({ from, to }: LoadedSince): string =>
  `Versions ${from} and ${to} cannot be compared: one of their PDFs is missing, damaged, larger than 30 MB, or takes ` +
  'too much memory to read. You can sign without a comparison. Your signature then names none.';

const busyWords = ({ from, to }: LoadedSince): string =>
  `The server is busy and did not finish the comparison of versions ${from} and ${to}. Try again in a moment. ` +
  'You can sign without it. Your signature then names none.';

/** In the panel: what the signature will name beside the PDF. */
export function SinceStep({ since }: { since: LoadedSince }) {
  const changes = useShown(true);
  const { label, state, counts, from } = since;
  return (
    <div className="signing-step">
      <h3>{label}</h3>
      <p className="meta">
        {counts
          ? `${countedChanges(counts)} Your signature names this comparison.`
          : state === 'running' || state === 'busy'
            ? `The comparison with version ${from} is not finished. You can sign without it: your signature names none.`
            : `The comparison with version ${from} cannot be made. Your signature names none.`}
      </p>
      {!since.shows && (
        <p className="meta">
          <Link to={changes} preventScrollReset>
            {counts ? 'See what changed' : 'Look again'}
          </Link>
        </p>
      )}
    </div>
  );
}
