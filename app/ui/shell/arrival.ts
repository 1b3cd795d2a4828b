import { useNavigationType } from '@remix-run/react';
import { useEffect, useRef } from 'react';

type Place = { pathname: string; hash: string; key: string };

/** Moves the focus after a client navigation to the page's heading or the address's place, unless the page has it. */
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
    // A form prevents the router's scrolling, so the next page would begin at the button's position.
    if (from.pathname !== pathname && hash === '' && type !== 'POP') window.scrollTo(0, 0);
  }, [pathname, hash, key, type]);
}
