import { type ShouldRevalidateFunction, useLocation } from '@remix-run/react';

/** How the address shows a PDF. */
export interface Reading {
  page: number;
  fit: 'width' | 'page';
  /** The viewer takes the whole window. */
  full: boolean;
  /** The address with these parameters changed; null removes one. The text of a page is dropped unless it is asked. */
  to: (changes: Readonly<Record<string, string | null>>) => string;
  /** The other parameters, for the hidden fields of a form that changes `own`. */
  rest: (own: string) => [name: string, value: string][];
}

/** What the address says about the viewer of a PDF with so many pages. */
export function useReading(pages: number): Reading {
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  const asked = Number.parseInt(query.get('page') ?? '1', 10);
  return {
    page: Math.min(Math.max(1, Number.isNaN(asked) ? 1 : asked), pages),
    fit: query.get('fit') === 'page' ? 'page' : 'width',
    full: query.has('full'),
    to(changes) {
      const changed = new URLSearchParams(search);
      changed.delete('text');
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) changed.delete(name);
        else changed.set(name, value);
      }
      return `?${changed}`;
    },
    rest: (own) => [...query].filter(([name]) => name !== own && name !== 'text'),
  };
}

const shown = ['page', 'fit', 'full'];

function withoutShown({ pathname, searchParams }: URL): string {
  const rest = new URLSearchParams(searchParams);
  for (const name of shown) rest.delete(name);
  return `${pathname}?${rest}`;
}

/** Turning pages loads nothing: the pictures are addressed one by one. The text of a page is loaded. */
export const turnsPages = ({
  currentUrl,
  nextUrl,
  formMethod = 'GET',
}: Pick<Parameters<ShouldRevalidateFunction>[0], 'currentUrl' | 'nextUrl' | 'formMethod'>): boolean =>
  formMethod.toUpperCase() === 'GET' &&
  currentUrl.href !== nextUrl.href &&
  !nextUrl.searchParams.has('text') &&
  withoutShown(currentUrl) === withoutShown(nextUrl);
