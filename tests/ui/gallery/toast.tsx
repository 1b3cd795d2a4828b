import { Toast, ToastNotice } from '#app/ui/notice/toast.tsx';
import { Page, PageHead } from '#app/ui/page/page.tsx';
import { now } from './samples.ts';

/** A page that an answer left a toast for. */
export function ToastPage() {
  const toast = {
    tone: 'error',
    text: 'There was a problem getting your list of documents.',
    durationMs: 1500,
    always: true,
  } as const;
  return (
    <>
      <ToastNotice toast={toast} />
      <Page>
        <PageHead title="Toast" lede={`Made at ${now}`} />
      </Page>
      <Toast toast={toast} />
    </>
  );
}
