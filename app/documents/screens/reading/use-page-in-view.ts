import { useLocation } from '@remix-run/react';
import { type RefObject, useEffect, useState } from 'react';

/** Scrolls a list so that its child is at the top, without moving the window. */
function scrollWithin(list: HTMLElement, child: HTMLElement) {
  list.scrollTop += child.getBoundingClientRect().top - list.getBoundingClientRect().top - 8;
}

/**
 * Scrolls the pages to the one of the address, and says which one is in view. Without script it is that of the address.
 */
export function usePageInView(pages: RefObject<HTMLElement | null>, page: number, scrolls: boolean): number {
  const [inView, setInView] = useState(page);
  const { key, search } = useLocation();
  const isAsked = new URLSearchParams(search).has('page');
  useEffect(() => {
    setInView(page);
    const shown = pages.current?.querySelector<HTMLElement>(`[data-page="${page}"]`);
    if (pages.current && shown && isAsked) scrollWithin(pages.current, shown);
  }, [pages, page, key, isAsked, scrolls]);
  useEffect(() => {
    const root = pages.current;
    if (!root || !scrolls) return;
    // A line across the middle: the page that crosses it is read.
    const observer = new IntersectionObserver(
      (entries) => {
        const read = entries.find(({ isIntersecting }) => isIntersecting)?.target;
        if (read instanceof HTMLElement) setInView(Number(read.dataset.page));
      },
      { root, rootMargin: '-49% 0px -50% 0px' },
    );
    for (const child of root.querySelectorAll('[data-page]')) observer.observe(child);
    return () => observer.disconnect();
  }, [pages, scrolls]);
  return scrolls ? inView : page;
}

/** Keeps the thumbnail of the page in view. */
export function useThumbnailInView(list: RefObject<HTMLElement | null>, page: number) {
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (!list.current || !current) return;
    const { top, bottom } = list.current.getBoundingClientRect();
    const own = current.getBoundingClientRect();
    if (own.top < top || own.bottom > bottom) scrollWithin(list.current, current);
  }, [list, page]);
}
