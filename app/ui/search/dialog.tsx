import { Link, useFetcher, useNavigate } from '@remix-run/react';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { Hidden, Icon } from '../icon/icon.tsx';
import type { Found, SearchItem } from './group.ts';
import { ItemWords } from './results.tsx';

/** `onLeave`: a link of it is followed. */
export type SearchDialogProps = { onClose: () => void; onLeave: () => void };

/** Milliseconds without a key before the server is asked. */
const quiet = 150;
const pageOf = (q: string) => `/search?q=${encodeURIComponent(q)}`;
const optionId = (index: number) => `search-option-${index}`;

/** The search of everything in a dialog: a combobox whose options are links. */
export function SearchDialog({ onClose, onLeave }: SearchDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const { load, data } = useFetcher<Found | null>();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  // Enter came before the results did: the first one opens when they are here.
  const [opensFirst, setOpensFirst] = useState(false);
  const q = text.replaceAll('\0', '').trim();
  useEffect(() => {
    // A click beside the dialog closes it; React does not know the attribute.
    dialog.current?.setAttribute('closedby', 'any');
    dialog.current?.showModal();
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => load(`${pageOf(q)}&limit=8`), q === '' ? 0 : quiet);
    return () => clearTimeout(timer);
  }, [q, load]);
  useEffect(() => setActive(0), [data]);
  useEffect(() => {
    // Newer browsers answer with a promise, which React would call to clean up.
    document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const groups = data?.groups ?? [];
  const items = groups.flatMap((group) => group.items);
  const isFresh = data?.q === q.replaceAll(/\s+/g, ' ');
  const go = useCallback(
    (item: SearchItem | undefined) => {
      if (item?.download) {
        onClose();
        location.assign(item.to);
      } else {
        onLeave();
        navigate(item ? item.to : pageOf(q));
      }
    },
    [navigate, onClose, onLeave, q],
  );
  const first = items[0];
  useEffect(() => {
    if (!opensFirst || !isFresh) return;
    setOpensFirst(false);
    go(first);
  }, [opensFirst, isFresh, first, go]);
  const onKeyDown = (event: KeyboardEvent) => {
    const last = items.length - 1;
    if (event.key === 'ArrowDown') setActive(active >= last ? 0 : active + 1);
    else if (event.key === 'ArrowUp') setActive(active <= 0 ? last : active - 1);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      if (isFresh) go(items[active]);
      else setOpensFirst(true);
    } else return;
    event.preventDefault();
  };
  return (
    <dialog className="search-dialog" ref={dialog} aria-label="Search" onClose={onClose}>
      <div className="search-head">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label="Search documents, people, reports and actions"
          aria-expanded={items.length > 0}
          aria-controls="search-options"
          aria-autocomplete="list"
          aria-activedescendant={items[active] ? optionId(active) : undefined}
          placeholder="A number, a title, a person, words in a document"
          autoComplete="off"
          maxLength={200}
          value={text}
          onChange={(event) => {
            setOpensFirst(false);
            setText(event.currentTarget.value);
          }}
          onKeyDown={onKeyDown}
        />
        <button className="close" type="button" onClick={() => dialog.current?.close()}>
          <Icon name="x" />
          <Hidden>Close</Hidden>
        </button>
      </div>
      <div className="search-found">
        <div id="search-options" role="listbox" aria-label="Results">
          {groups.map(({ title, items: own }) => (
            <div key={title} role="group" aria-label={title} className="found">
              <div className="found-title" aria-hidden="true">
                {title}
              </div>
              {own.map((item) => {
                const at = items.indexOf(item);
                const option = {
                  id: optionId(at),
                  role: 'option',
                  tabIndex: -1,
                  'aria-selected': at === active,
                  className: 'found-option',
                  onMouseMove: () => setActive(at),
                };
                return item.download ? (
                  <a key={`${item.to} ${item.number ?? ''} ${item.label}`} href={item.to} {...option} onClick={onClose}>
                    <ItemWords item={item} />
                  </a>
                ) : (
                  <Link
                    key={`${item.to} ${item.number ?? ''} ${item.label}`}
                    to={item.to}
                    {...option}
                    onClick={onLeave}
                  >
                    <ItemWords item={item} />
                  </Link>
                );
              })}
            </div>
          ))}
        </div>
        {isFresh && q !== '' && items.length === 0 && <p className="found-none">No matches found...</p>}
        {data === null && <p className="found-none">No connection. Try again in a moment.</p>}
        {data?.note && <p className="meta">{data.note}</p>}
      </div>
      <div className="search-foot">
        <Link to={pageOf(q)} onClick={onLeave}>
          {q === '' ? 'Open the search page' : 'See all results'}
        </Link>
      </div>
      <p className="vh" role="status">
        {isFresh && (items.length === 1 ? '1 result' : `${items.length} results`)}
      </p>
    </dialog>
  );
}
