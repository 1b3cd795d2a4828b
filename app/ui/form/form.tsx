import { Form as RemixForm, useActionData, useLocation } from '@remix-run/react';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { ErrorSummary, type Problem } from '../error-summary/error-summary.tsx';
import { type FormState, problemsOf, SendingContext } from './form-state.ts';
import { useSavedForm, useMadeFor } from './saved-form.ts';
import { SavedNotice } from './saved-notice.tsx';
import { usePageOf, useSent } from './unanswered.ts';

type FormProps = {
  /** Conform's form metadata, from `useForm`; absent for a form without a schema. */
  form?: FormState | undefined;
  /** Labels by field name, for the summary, where a name in words would not be the label. */
  labels?: Readonly<Record<string, string>>;
  /** Needed where `form` is absent. */
  id?: string;
  /** One id for one intended act, made by the loader: sending the form twice records it once. */
  commandId?: string | undefined;
  /** The version of what the form changes, as it was when the form was made: the server refuses to overwrite a later one. */
  expectedVersion?: number | undefined;
  /** What the form rests on, such as a document's version; see `useSavedForm`. */
  basis?: string;
  /** False for a second form of a page: the saved form of the page is shown in the first. */
  showsSaved?: boolean;
  /** Problems that no schema found, such as a refusal of the command. */
  problems?: readonly Problem[];
  action?: string;
  encType?: 'multipart/form-data';
  /** 'stack' spaces the children; 'bare' leaves the layout to them (a leaf page, a dialog). */
  layout?: 'stack' | 'bare';
  /** Names the form for assistive technology where no heading does. */
  label?: string;
  children: ReactNode;
};

/** What a form's page is answered: conform's result, and the refusal. */
type Answer = { lastResult?: { initialValue?: Record<string, unknown> | null }; problem?: { code: string } | null };

/** The values that were sent, unless what was changed since then has been told with them: they are for what is there by now. */
const restingOn = (answer: Answer | undefined) =>
  answer?.problem?.code === 'changed_meanwhile' ? undefined : answer?.lastResult?.initialValue;

/**
 * A form that posts to its route with and without JavaScript. On refusal (422) the values stay, passwords are dropped, and the summary at
 * the top takes the focus. Where no answer came it does so too, and all values stay. The server judges: the browser's own validation is
 * off, since its words are not ours.
 */
export function Form({
  form,
  id = form?.id,
  commandId,
  expectedVersion,
  basis,
  showsSaved = true,
  problems = [],
  labels,
  action,
  encType,
  layout = 'stack',
  label,
  children,
}: FormProps) {
  const element = useRef<HTMLFormElement>(null);
  const answer = useActionData<Answer>();
  const { pathname } = useLocation();
  const madeFor = useMadeFor();
  const { saved, fits } = useSavedForm({ action, basis });
  // What was typed rests on what was seen then, not on what was changed until the page was opened again, or made anew around it.
  const answered = action === undefined || action.split('?')[0] === pathname ? answer : undefined;
  const typed = answer === undefined ? (fits ? saved?.values : undefined) : restingOn(answered);
  const typedVersion = Number(typed?.expectedVersion ?? expectedVersion);
  usePageOf(action);
  const { navigation, lost } = useSent();
  const data = navigation.formData;
  const own = data !== undefined && (commandId ? data.get('commandId') === commandId : data.get('formId') === id);
  const pending = own && !lost;
  const sending = useMemo(() => ({ pending, data: pending ? data : undefined }), [pending, data]);
  const unanswered = own && lost;

  useEffect(() => {
    if (answer === undefined) return;
    for (const input of element.current?.querySelectorAll<HTMLInputElement>('input[type=password]') ?? []) {
      input.value = '';
    }
  }, [answer]);

  return (
    <>
      {showsSaved && saved && answer === undefined && <SavedNotice saved={saved} fits={fits} />}
      <RemixForm
        ref={element}
        method="post"
        noValidate
        preventScrollReset
        id={id}
        className={layout === 'stack' ? 'stack' : undefined}
        onSubmit={form?.onSubmit}
        aria-label={label}
        {...(action ? { action } : {})}
        {...(encType ? { encType } : {})}
      >
        {commandId ? (
          <input type="hidden" name="commandId" value={commandId} />
        ) : (
          <input type="hidden" name="formId" value={id} />
        )}
        {expectedVersion !== undefined && <input type="hidden" name="expectedVersion" value={typedVersion} />}
        {madeFor && <input type="hidden" name="person" value={madeFor} />}
        {basis && <input type="hidden" name="basis" value={basis} />}
        <ErrorSummary
          problems={unanswered ? [{ message: unanswered }] : [...(form ? problemsOf(form, labels) : []), ...problems]}
          attempt={unanswered ? navigation : answer}
        />
        <SendingContext.Provider value={sending}>{children}</SendingContext.Provider>
      </RemixForm>
    </>
  );
}
