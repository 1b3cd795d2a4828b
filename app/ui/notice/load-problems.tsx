import { Toast, ToastNotice } from './toast.tsx';

/** Milliseconds that an error's toast stands (product.md section 9). */
const errorToast = 3000;

/** What a page could not load, as a toast and as a notice that stays. */
export function LoadProblems({ problems }: { problems: readonly string[] }) {
  const text = problems.join(' ');
  if (text === '') return null;
  const toast = { tone: 'error' as const, text, durationMs: errorToast, always: true };
  return (
    <>
      <ToastNotice toast={toast} />
      <Toast key={text} toast={toast} />
    </>
  );
}
