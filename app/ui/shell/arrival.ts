import { useNavigationType } from '@remix-run/react';
import { useEffect, useRef } from 'react';

type Place = { pathname: string; hash: string; key: string };

/**
 * After a client navigation the focus goes to the heading of the page that was reached, or to the place in it that the address names: what
 * had the focus is gone or stands in the masthead, and who listens to the page would not learn that it is another. What took the focus
 * within the page keeps it.
 */
export function useArrival({ pathname, hash, key }: Place): void {
  const left = useRef({ pathname, key });
  const type = useNavigationType();
  useEffect(() => {
    const from = left.current;
    left.current = { pathname, key };
    if (from.key === key) return;
    const at = document.activeElement;
    const isLost = at === null || at === document.body;
    if (!isLost && (from.pathname === pathname || at.closest('main, dialog[open]'))) return;
    const place = document.getElementById(hash.slice(1)) ?? document.querySelector<HTMLElement>('main h1');
    if (place && place.tabIndex < 0) place.setAttribute('tabindex', '-1');
    // The router scrolls: up, to the place, or to where the page was left.
    place?.focus({ preventScroll: true });
    // But not after a form, which holds the page still in case it is refused: the next page would begin where its button was.
    if (from.pathname !== pathname && hash === '' && type !== 'POP') window.scrollTo(0, 0);
  }, [pathname, hash, key, type]);
}
