import { createContext, useContext } from 'react';
import type { Problem } from '../error-summary/error-summary.tsx';

/** What a form needs to know. Conform's form metadata fits as it is. */
export type FormState = {
  id: string;
  onSubmit?: ((event: React.FormEvent<HTMLFormElement>) => void) | undefined;
  allErrors: Readonly<Record<string, readonly string[]>>;
};

/** The problems of a form in its own order. An error inside a list points to the list; one without a name to nothing. */
export function problemsOf(form: FormState): Problem[] {
  return Object.entries(form.allErrors).flatMap(([name, messages]) =>
    messages.map((message) => ({
      message,
      fieldId: name ? `${form.id}-${name.replace(/\[\d+\]$/, '')}` : undefined,
    })),
  );
}

export type Sending = {
  /** The form is on its way to the server, or its answer is being rendered. */
  pending: boolean;
  /** What is being sent; tells which of several submit buttons was pressed. */
  data: FormData | undefined;
};

export const SendingContext = createContext<Sending>({ pending: false, data: undefined });

export const useSending = () => useContext(SendingContext);
