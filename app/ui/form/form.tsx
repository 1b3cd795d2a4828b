import { Form as RemixForm, PrefetchPageLinks, useActionData, useLocation, useRouteLoaderData } from '@remix-run/react';
import { type MouseEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { ErrorSummary, type Problem } from '../error-summary/error-summary.tsx';
import type { Instant } from '#events/time.ts';
import { HealedFields, useHealing } from '#app/ui/field/field.tsx';
import { type FormState, problemsOf, SendingContext, useSending } from './form-state.ts';
import { useSubmission } from './client-action.ts';
import { useDialogAnswer } from './submitted.ts';
import { useInDialog } from '../dialog/dialog.tsx';
import { ButtonFace, type ButtonLook, buttonLook, buttonName } from '../button/button.tsx';
import type { SubmissionResult } from '@conform-to/react';
import { Notice } from '../notice/notice.tsx';
import { Hidden } from '../icon/icon.tsx';
import { showMoment } from '../text/date.ts';

type FormProps = {
  /** Conform's form metadata, from `useForm`; absent for a form without a schema. */
  form?: FormState | undefined;
  /** Labels by field name, for the summary, where a name in words would not be the label. */
  labels?: Readonly<Record<string, string>> | undefined;
  /** Needed where `form` is absent. */
  id?: string;
  /** One id for one intended act, made by the loader: sending the form twice records it once. */
  commandId?: string | undefined;
  /** The version that the form was made for: the server refuses to overwrite a later one. */
  expectedVersion?: number | undefined;
  /** What the form rests on, such as a document's version; see `useSavedForm`. */
  basis?: string;
  /** False for a second form of a page: the saved form of the page is shown in the first. */
  showsSaved?: boolean;
  /** Problems that no schema found, such as a refusal of the command. */
  problems?: readonly Problem[];
  action?: string | undefined;
  encType?: 'multipart/form-data';
  /** 'stack' spaces the children; 'bare' leaves the layout to them (a page of sections, a dialog). */
  layout?: 'stack' | 'bare';
  /** Names the form for assistive technology where no heading does. */
  label?: string;
  children: ReactNode;
};

/** The answer of a form's page: conform's result and the refusal. */
type Answer = { lastResult?: { initialValue?: Record<string, unknown> | null }; problem?: { code: string } | null };

/** The values that were sent, unless the record changed meanwhile. */
const valuesOf = (answer: Answer | undefined) =>
  answer?.problem?.code === 'changed_meanwhile' ? undefined : answer?.lastResult?.initialValue;

/**
 * A form that posts to its route with and without script. After a refusal (422) or without an answer the values stay
 * and the summary takes the focus; passwords are dropped. The browser's own validation is off: the server decides.
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
  const inDialog = useInDialog();
  const ofDialog = useDialogAnswer<Answer>(id ?? '');
  const ofPage = useActionData<Answer>();
  const answer = inDialog ? ofDialog.data : ofPage;
  const { pathname } = useLocation();
  const madeFor = useMadeFor();
  const { saved, fits } = useSavedForm({ action, basis });
  // The typed values belong to the version that the person read, not to a newer one.
  const answered = inDialog || action === undefined || action.split('?')[0] === pathname ? answer : undefined;
  const typed = answer === undefined ? (fits ? saved?.values : undefined) : valuesOf(answered);
  const typedVersion = Number(typed?.expectedVersion ?? expectedVersion);
  // Another page's action needs that page's code, which cannot be loaded without a connection: it is loaded before.
  const [filling, setFilling] = useState(false);
  const { navigation, lost } = useSubmission();
  const data = inDialog ? ofDialog.formData : navigation.formData;
  const own = data !== undefined && (commandId ? data.get('commandId') === commandId : data.get('formId') === id);
  const pending = own && !lost;
  const sending = useMemo(() => ({ pending, data: pending ? data : undefined }), [pending, data]);
  const unanswered = own && lost;
  const healed = useHealing(element, form?.allErrors ?? {}, answer);
  const isHealed = (fieldId = '') => healed.has(fieldId.slice(`${id}-`.length));
  const known = [...(form ? problemsOf(form, labels) : []), ...problems].map((problem) => ({
    ...problem,
    healed: isHealed(problem.fieldId),
  }));

  useEffect(() => {
    if (answer === undefined) return;
    for (const input of element.current?.querySelectorAll<HTMLInputElement>('input[type=password], [data-password]') ??
      []) {
      input.value = '';
    }
  }, [answer]);

  // Carried out on a page that stays, the form begins anew: its errors are those of what was sent before.
  const sentAs = useRef<string | undefined>(undefined);
  const refused = Object.keys(form?.allErrors ?? {}).length > 0;
  useEffect(() => {
    if (pending) sentAs.current = commandId;
    else if (sentAs.current !== undefined) {
      if (sentAs.current !== commandId && answer === undefined && refused) element.current?.reset();
      sentAs.current = undefined;
    }
  }, [pending, commandId, answer, refused]);

  return (
    <>
      {action && filling && <PrefetchPageLinks page={action} />}
      {showsSaved && saved && answer === undefined && <SavedNotice saved={saved} fits={fits} />}
      <RemixForm
        ref={element}
        method="post"
        noValidate
        preventScrollReset
        {...(inDialog ? { navigate: false, fetcherKey: `dialog ${id}` } : {})}
        id={id}
        className={layout === 'stack' ? 'stack' : undefined}
        onSubmit={form?.onSubmit}
        onFocus={() => setFilling(true)}
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
          problems={unanswered ? [{ message: unanswered }] : known}
          attempt={unanswered ? navigation : answer}
        />
        <SendingContext.Provider value={sending}>
          <HealedFields.Provider value={healed}>{children}</HealedFields.Provider>
        </SendingContext.Provider>
      </RemixForm>
    </>
  );
}

type SubmitButtonProps = ButtonLook & {
  name?: string;
  value?: string;
  /** The words while the form is being sent, such as 'Signing…'. */
  pendingLabel?: string;
  disabled?: boolean;
  /** The form's id, where the button stands outside it. */
  form?: string;
  formAction?: string;
  /** Sends the form without the browser's checks. */
  formNoValidate?: boolean;
};

/** Sends its form. While it waits for the answer it ignores further presses; `disabled` would drop the focus. */
export function SubmitButton({
  kind = 'solid',
  size,
  icon,
  about,
  push,
  note,
  pendingLabel,
  name,
  value,
  children,
  ...rest
}: SubmitButtonProps) {
  const { pending, data } = useSending();
  const pressed = pending && (name === undefined || data?.get(name) === (value ?? ''));
  const words = pressed ? (pendingLabel ?? children) : children;
  const look = { kind, size, icon: pressed ? ('hourglass' as const) : icon, about, push, note, children: words };
  const hold = (event: MouseEvent) => {
    if (pending) event.preventDefault();
  };
  return (
    <button
      type="submit"
      {...buttonLook(look)}
      {...buttonName(look)}
      {...rest}
      name={name}
      value={value}
      onClick={hold}
      aria-disabled={pending || undefined}
      data-pending={pressed || undefined}
    >
      <ButtonFace {...look} />
    </button>
  );
}

/** The form of a page that was typed before and not sent. */
export type SavedForm = {
  page: string;
  at: Instant;
  values: Record<string, string | string[]>;
};

type Frame = { savedForm?: SavedForm | null; viewer?: { uid: string } | null };

const useFrame = () => useRouteLoaderData('root') as Frame | undefined;

/** The viewer's uid, which a form sends along: it is refused where another person has signed in meanwhile. */
export const useMadeFor = (): string | undefined => useFrame()?.viewer?.uid;

export type SavedFormOptions = {
  /** Where the form posts to, if not to its own page: a saved form belongs to its own page. */
  action?: string | undefined;
  /** What the text depends on, such as a document's version: text of another basis is not restored. */
  basis?: string | undefined;
};

/** The saved form and whether its basis fits. Read once, because later savings are this form's own. */
export function useSavedForm({ action, basis }: SavedFormOptions = {}): { saved: SavedForm | null; fits: boolean } {
  const { pathname } = useLocation();
  const [found] = useState(useFrame()?.savedForm ?? null);
  const saved = action === undefined || action.split('?')[0] === pathname ? found : null;
  return { saved, fits: saved !== null && (saved.values.basis ?? undefined) === basis };
}

/** Conform's last result: the server's answer, and before there is one the saved form. */
export function useLastResult(answered: SubmissionResult<string[]> | undefined, of: SavedFormOptions = {}) {
  const { saved, fits } = useSavedForm(of);
  const given = useMemo(() => (saved && fits ? { initialValue: saved.values } : undefined), [saved, fits]);
  return answered ?? given;
}

const address = '/dashboard/saved-forms';

type DiscardProps = {
  page: string;
  about?: string;
  /** Where to go on; that page where absent. */
  to?: string;
};

/** Deletes what is saved of a page, and opens the page anew. */
export function DiscardSavedForm({ page, about, to }: DiscardProps) {
  return (
    <form method="post" action={address}>
      <input type="hidden" name="keep" value="discard" />
      <input type="hidden" name="page" value={page} />
      {to && <input type="hidden" name="to" value={to} />}
      <button className="button" data-size="small" data-kind="quiet">
        Discard
        {about && <Hidden>: {about}</Hidden>}
      </button>
    </form>
  );
}

/** Says that a form shows what was saved, or why it does not. */
export function SavedNotice({ saved, fits }: { saved: SavedForm; fits: boolean }) {
  return (
    <div className="saved-form">
      <Notice live="status" icon="history">
        <div className="saved-form-words">
          <p>
            {fits
              ? `You typed this on ${showMoment(saved.at)}. It is saved but not sent.`
              : `What you typed on ${showMoment(saved.at)} is not shown: the document has changed since.`}
          </p>
          <DiscardSavedForm page={saved.page} />
        </div>
      </Notice>
    </div>
  );
}
