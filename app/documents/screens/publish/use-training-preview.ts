import { useFetcher, useNavigation } from '@remix-run/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { texts } from '#events/texts.ts';
import type { PreviewAnswer } from './assign-training.ts';
import { problemsOf } from '#app/ui/form/form-state.ts';

/** Milliseconds after the last change until the preview is loaded. */
const pause = 300;
/** Milliseconds until a failed request is repeated. */
const retry = 3000;

/** Why an answer has no preview: its messages, but for fields that are still empty. */
export function previewRefusal(answer: Pick<PreviewAnswer, 'lastResult' | 'preview'> | undefined): string | null {
  if (!answer || answer.preview) return null;
  const allErrors = Object.entries(answer.lastResult.error ?? {}).map(([name, all]) => [name, all ?? []] as const);
  const messages = problemsOf({ id: '', allErrors: Object.fromEntries(allErrors) }).map(({ message }) => message);
  return messages.filter((message) => !message.endsWith(texts.required)).join(' ') || null;
}

/**
 * Loads the preview of a form while it changes; `onChange` belongs on an element around its fields. A change removes
 * the old preview at once. Without script the Preview button does the same.
 */
export function useTrainingPreview(answer: PreviewAnswer | undefined) {
  const fetcher = useFetcher<PreviewAnswer | null>();
  const [shown, setShown] = useState(answer);
  const [busy, setBusy] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const ask = useRef(() => {});
  useEffect(() => setShown(answer), [answer]);
  useEffect(() => {
    if (fetcher.state !== 'idle' || fetcher.data === undefined) return;
    if (fetcher.data === null) {
      timer.current = setTimeout(ask.current, retry);
      return;
    }
    setShown(fetcher.data);
    setBusy(false);
  }, [fetcher.state, fetcher.data]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const { state } = useNavigation();
  // A preview beside the form's own answer would load the page once more, without its message.
  useEffect(() => {
    if (state !== 'idle') clearTimeout(timer.current);
  }, [state]);
  const onChange = (event: FormEvent<HTMLElement>) => {
    const { form } = event.target as HTMLInputElement;
    if (!form) return;
    setShown(undefined);
    setBusy(true);
    clearTimeout(timer.current);
    ask.current = () => {
      const values = new FormData(form);
      values.set('preview', 'on');
      fetcher.submit(values, { method: 'post' });
    };
    timer.current = setTimeout(ask.current, pause);
  };
  return { preview: shown?.preview ?? null, refused: previewRefusal(shown), busy, onChange };
}
