import { Link, useLocation, useNavigate } from '@remix-run/react';
import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Icon } from '../icon/icon.tsx';
import type { SearchDialogProps } from './dialog.tsx';

const typing = 'input, textarea, select, [contenteditable]';

/** Calls `open` on Ctrl K, and on `/` unless somebody types or it is switched off (WCAG 2.2, 2.1.4). */
function useSearchKeys(open: () => void, slash: boolean): void {
  const onKeys = useEffectEvent(open);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      const chord = (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k';
      const isTyping = target instanceof Element && target.closest(typing);
      const plain = slash && key === '/' && !ctrlKey && !metaKey && !altKey && !isTyping;
      if ((!chord && !plain) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      onKeys();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [slash]);
}

/** The search in the masthead: with script it opens the dialog, without it leads to the page. */
export function SearchOpener({ shortcut }: { shortcut: boolean }) {
  const link = useRef<HTMLAnchorElement>(null);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  // Loaded when it is first opened.
  const [Dialog, setDialog] = useState<ComponentType<SearchDialogProps> | null>(null);
  const [isOpen, setOpen] = useState(false);
  // A filter of the same page, which answers only now, does not close it.
  useEffect(() => setOpen(false), [pathname]);
  const open = () => {
    import('./dialog.tsx').then(
      (loaded) => {
        setDialog(() => loaded.SearchDialog);
        setOpen(true);
      },
      () => navigate('/search'),
    );
  };
  useSearchKeys(open, shortcut);
  return (
    <>
      <Link
        className="search-opener"
        to="/search"
        ref={link}
        aria-keyshortcuts={shortcut ? '/ Control+K' : 'Control+K'}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          open();
        }}
      >
        <Icon name="search" />
        <span>Search</span>
        {shortcut && <kbd aria-hidden="true">/</kbd>}
      </Link>
      {Dialog && isOpen && (
        <Dialog
          onLeave={() => setOpen(false)}
          onClose={() => {
            setOpen(false);
            // The browser gives the focus back to where it was, which was nowhere in particular where a key opened it.
            const focused = document.activeElement;
            if (focused === document.body || focused?.closest('dialog')) link.current?.focus();
          }}
        />
      )}
    </>
  );
}
