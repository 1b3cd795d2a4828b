import { useEffect } from 'react';

const typing = 'input, textarea, select, [contenteditable]';

/** `/` focuses the page's search, unless somebody is typing. It can be switched off (WCAG 2.2, 2.1.4). */
export function useSearchShortcut(enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(typing)) return;
      const search = document.querySelector<HTMLInputElement>('[data-shortcut="search"]');
      if (!search || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      search.focus();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [enabled]);
}
