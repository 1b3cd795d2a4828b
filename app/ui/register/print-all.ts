import { useEffect } from 'react';

/** In place of a page's number: every row at once, to print them. */
export const every = 'all';

export const showsAll = (search: string, name = 'page'): boolean => new URLSearchParams(search).get(name) === every;

/** With script, a list of every row opens the browser's print dialog. */
export function usePrinting(all: boolean) {
  useEffect(() => {
    if (!all) return;
    const timer = setTimeout(() => print());
    return () => clearTimeout(timer);
  }, [all]);
}

/**
 * The keys that print open the list of every row, `to`, which prints itself. A browser's own command cannot wait for
 * rows and prints the page that is open. Loaded anew: Remix looks for links again at each of thousands of added rows.
 */
export function usePrintKeys(to: string | null) {
  useEffect(() => {
    if (to === null) return;
    const printAll = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      if (key.toLowerCase() !== 'p' || ctrlKey === metaKey || shiftKey || altKey || event.defaultPrevented) return;
      event.preventDefault();
      location.assign(to);
    };
    addEventListener('keydown', printAll);
    return () => removeEventListener('keydown', printAll);
  }, [to]);
}
