import { useState } from 'react';
import { texts } from '#events/texts.ts';
import type { FormState } from '#app/ui/form/form-state.ts';
import { documentLabels } from './document-fields.ts';

export type FileField = 'working' | 'final';

export type FileSending = {
  /** Counts the uploads that are in progress. */
  onBusy: (change: 1 | -1) => void;
  /** Reports why a file was refused; null once another is sent. */
  onRefused: (file: FileField, message: string | null) => void;
};

/**
 * The state of uploads by script: whether one is in progress, and why one was refused. `withFileProblems` shows that
 * reason instead of the server's message that the field is required.
 */
export function useFileSending() {
  const [count, setCount] = useState(0);
  const [refused, setRefused] = useState<Partial<Record<string, string | null>>>({});
  const files: FileSending = {
    onBusy: (change) => setCount((before) => before + change),
    onRefused: (file, message) => setRefused((before) => ({ ...before, [file]: message })),
  };
  const withFileProblems = ({ id, onSubmit, allErrors }: FormState): FormState => ({
    id,
    onSubmit,
    allErrors: Object.fromEntries(
      Object.entries(allErrors).map(([name, messages]) => {
        const why = refused[name];
        const words = why && `${documentLabels[name as FileField]}: ${why}`;
        return [name, words ? messages.map((one) => (one === texts.required ? words : one)) : messages];
      }),
    ),
  });
  return { sending: count > 0, files, withFileProblems };
}
