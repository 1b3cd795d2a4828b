import { useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';

/** Seconds between two loads of the page. */
const reloadAfter = 2;

/** The page loads again by itself while something is under way. */
export function Reloading() {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(revalidate, reloadAfter * 1000);
    return () => clearInterval(timer);
  }, [revalidate]);
  return (
    // Scripts load the data only: a page that reloads loses the reader's place (WCAG 2.2.1).
    <noscript>
      <meta httpEquiv="refresh" content={String(reloadAfter)} />
    </noscript>
  );
}
