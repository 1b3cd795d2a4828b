import { createContext, useContext } from 'react';
import { texts } from '#events/texts.ts';
import type { Problem } from '../error-summary/error-summary.tsx';

/** What a form needs to know. Conform's form metadata fits as it is. */
export type FormState = {
  id: string;
  onSubmit?: ((event: React.FormEvent<HTMLFormElement>) => void) | undefined;
  allErrors: Readonly<Record<string, readonly string[]>>;
};

/** `confirmPassword` as 'Confirm password': the words for a field without a label in `labels`. */
const inWords = (name: string) => {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The label of a `ReasonField`, which most forms have. */
const common: Readonly<Record<string, string>> = { reason: 'Reason for change' };

/** Whether a message needs the field's name in front of it. */
const isGeneral = (message: string) => message === texts.required || message.startsWith(texts.invalid);

/**
 * The problems of a form in its order. A problem of the whole form that is or ends with a field's message is that
 * field's. A general message gets the field's label in front, from `labels` by field name.
 */
export function problemsOf(form: FormState, labels: Readonly<Record<string, string>> = {}): Problem[] {
  const { '': heads = [], ...fields } = form.allErrors;
  const named = Object.entries(fields).flatMap(([path, messages]) => {
    const name = path.replace(/\[\d+\]$/, '');
    return messages.map((message) => ({ name, message, fieldId: `${form.id}-${name}` }));
  });
  const within = (head: string) => named.find(({ message }) => ` ${head}`.endsWith(` ${message}`));
  return [
    ...heads.map((head) => ({ message: head, fieldId: within(head)?.fieldId })),
    ...named
      .filter((one) => !heads.some((head) => within(head) === one))
      .map(({ name, message, fieldId }) => ({
        message: isGeneral(message) ? `${labels[name] ?? common[name] ?? inWords(name)}: ${message}` : message,
        fieldId,
      })),
  ];
}

export type Sending = {
  /** The form is on its way to the server, or its answer is being rendered. */
  pending: boolean;
  /** The data being sent, with the name of the pressed submit button. */
  data: FormData | undefined;
};

export const SendingContext = createContext<Sending>({ pending: false, data: undefined });

export const useSending = () => useContext(SendingContext);
