import { Notice } from '#app/ui/notice/notice.tsx';
import { Reloading } from '#app/ui/page/reloading.tsx';

/** Two versions are being compared: the page loads again by itself. */
export function StillComparing({ from, to }: { from: string; to: string }) {
  return (
    <>
      <Reloading />
      <Notice kind="wait" live="status">
        {`Versions ${from} and ${to} are being compared. This takes up to a minute for long documents. The page ` +
          'shows the result as soon as it is there.'}
      </Notice>
    </>
  );
}
