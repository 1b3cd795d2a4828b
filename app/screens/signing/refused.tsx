import type { FormAnswer } from '#app/server/screen/form.ts';
import { Notice } from '#app/ui/notice/notice.tsx';
import '#app/ui/signature-panel/signature-panel.css';

/** Why a signature was refused, where the form that was sent is not on the page: it is locked. */
export function Refused({ lastResult }: { lastResult: FormAnswer['lastResult'] | undefined }) {
  const reasons = lastResult?.error?.[''] ?? [];
  if (reasons.length === 0) return null;
  return (
    <div className="signing-step">
      <Notice kind="stop" live="alert">
        {reasons.join(' ')}
      </Notice>
    </div>
  );
}
