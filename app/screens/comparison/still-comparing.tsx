import { useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';
import { Notice } from '#app/ui/notice/notice.tsx';

/** Seconds between two loads of the page. */
const reloadAfter = 3;

/** Two versions are being compared: the page loads again by itself. */
export function StillComparing({ from, to }: { from: string; to: string }) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(revalidate, reloadAfter * 1000);
    return () => clearInterval(timer);
  }, [revalidate]);
  return (
    <>
      {/* Scripts load the data only: a page that reloads loses the reader's place (WCAG 2.2.1). */}
      <noscript>
        <meta httpEquiv="refresh" content={String(reloadAfter)} />
      </noscript>
      <Notice kind="wait" live="status">
        {`Versions ${from} and ${to} are being compared. This takes up to a minute for long documents. The page ` +
          'shows the result as soon as it is there.'}
      </Notice>
    </>
  );
}
