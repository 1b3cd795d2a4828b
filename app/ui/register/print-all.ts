import { useNavigate } from '@remix-run/react';
import { useEffect } from 'react';

/** With script, a list of every row opens the browser's print dialog. */
export function usePrinting(all: boolean) {
  useEffect(() => {
    if (!all) return;
    const timer = setTimeout(() => print());
    return () => clearTimeout(timer);
  }, [all]);
}

/**
 * The keys that print open the list of every row, `to`, which prints itself. A browser prints before rows could be
 * fetched, so its own command prints the page that is open.
 */
export function usePrintKeys(to: string | null) {
  const navigate = useNavigate();
  useEffect(() => {
    if (to === null) return;
    const printAll = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      if (key.toLowerCase() !== 'p' || ctrlKey === metaKey || shiftKey || altKey || event.defaultPrevented) return;
      event.preventDefault();
      navigate(to, { preventScrollReset: true });
    };
    addEventListener('keydown', printAll);
    return () => removeEventListener('keydown', printAll);
  }, [to, navigate]);
}
