import { useFetcher } from '@remix-run/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { TrainingPreview } from '#app/commands/document/preview-training.ts';
import type { PreviewAnswer } from './assign-training.ts';

/** Milliseconds without a change after which the preview is made again. */
const pause = 300;
/** And after which it is asked for again where there was no answer. */
const retry = 3000;

/**
 * Keeps the preview beside a form that changes: `onChange` belongs on what surrounds its fields. What was shown for other values is
 * gone at once, so that nobody acts on it. Without script the form's Preview button asks for the same.
 */
export function useTrainingPreview(answer: PreviewAnswer | undefined) {
  const fetcher = useFetcher<PreviewAnswer | null>();
  const [shown, setShown] = useState<TrainingPreview | null>(answer?.preview ?? null);
  const [busy, setBusy] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const ask = useRef(() => {});
  useEffect(() => setShown(answer?.preview ?? null), [answer]);
  useEffect(() => {
    if (fetcher.state !== 'idle' || fetcher.data === undefined) return;
    if (fetcher.data === null) {
      timer.current = setTimeout(ask.current, retry);
      return;
    }
    setShown(fetcher.data.preview ?? null);
    setBusy(false);
  }, [fetcher.state, fetcher.data]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onChange = (event: FormEvent<HTMLElement>) => {
    const { form } = event.target as HTMLInputElement;
    if (!form) return;
    setShown(null);
    setBusy(true);
    clearTimeout(timer.current);
    ask.current = () => {
      const values = new FormData(form);
      values.set('preview', 'on');
      fetcher.submit(values, { method: 'post' });
    };
    timer.current = setTimeout(ask.current, pause);
  };
  return { preview: shown, busy, onChange };
}
