import { useActionData, useLocation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { showMoment } from '../text/date.ts';
import { useSubmission } from './client-action.ts';
import type { Instant } from '#events/time.ts';

const address = '/dashboard/saved-forms';
/** Milliseconds: after the last key, and between tries while there is no connection. */
const pause = 1200;
const waits = [3_000, 6_000, 12_000, 30_000];

/** `page`: the page that shows the saved form after signing in. */
type State = { is: 'idle' | 'offline' } | { is: 'signed-out'; page: string } | { is: 'saved'; at: Instant };

/** The form's texts as they would be sent. The server has its files already, under the keys in the form. */
function bodyOf(form: HTMLFormElement, page: string): URLSearchParams {
  const body = new URLSearchParams({ keep: 'draft', page });
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.append(name, value);
  return body;
}

/** What the page sets, anew each time that it is read: it is no change of the form. */
const setByPage = ['commandId', 'expectedVersion', 'basis', 'person'];

/** What is typed or chosen in a form, to compare. */
function typedIn(body: URLSearchParams): string {
  const typed = new URLSearchParams(body);
  for (const name of setByPage) typed.delete(name);
  return typed.toString();
}

/** Whether something was typed before the script loaded. */
const typedBefore = ({ elements }: HTMLFormElement): boolean =>
  Array.from(elements).some(
    (one) =>
      (one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement) &&
      one.type !== 'hidden' &&
      one.value !== one.defaultValue,
  );

/** Saves the form `of` on the server while it is filled in, for a closed tab, a lost connection or an ended session. */
export function Autosave({ of }: { of: string }) {
  const { pathname, search } = useLocation();
  const { navigation, lost } = useSubmission();
  const sending = navigation.formData !== undefined && !lost;
  const [state, setState] = useState<State>({ is: 'idle' });
  const refused = useActionData() !== undefined;
  const paused = useRef(false);
  const sent = useRef(false);
  const resume = useRef((_carriedOut: boolean) => {});
  const page = pathname + search;

  // `sent` is needed because a request that fails at once is never seen as `sending`.
  useEffect(() => {
    paused.current = sending;
    if (sending || !sent.current) return;
    sent.current = false;
    resume.current(!lost && !refused);
  }, [sending, navigation, lost, refused]);

  useEffect(() => {
    const form = document.getElementById(of);
    if (!(form instanceof HTMLFormElement)) return;
    let saved = typedIn(bodyOf(form, page));
    let timer: ReturnType<typeof setTimeout> | undefined;
    let tries = 0;
    let control: AbortController | undefined;

    const later = (after: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => void save(), after);
    };
    const save = async () => {
      const body = bodyOf(form, page);
      const text = typedIn(body);
      if (paused.current || text === saved) return;
      control?.abort();
      const own = (control = new AbortController());
      const answer = await fetch(address, { method: 'POST', body, signal: own.signal }).catch(() => null);
      if (own.signal.aborted) return;
      if (answer?.ok) {
        const { at } = (await answer.json()) as { at: Instant };
        [saved, tries] = [text, 0];
        setState({ is: 'saved', at });
      } else if (answer?.status === 401) {
        const saved = (await answer.json().catch(() => ({}))) as { page?: string };
        setState({ is: 'signed-out', page: saved.page ?? page });
      } else if (!answer || answer.status >= 500) {
        setState({ is: 'offline' });
        later(waits[Math.min(tries++, waits.length - 1)] ?? pause);
      }
    };
    const changed = () => later(pause);
    // A form that was carried out is not saved again; any other is, to the last key.
    resume.current = (carriedOut) => {
      clearTimeout(timer);
      if (carriedOut) saved = typedIn(bodyOf(form, page));
      else changed();
    };
    const back = () => later(0);
    const stop = () => {
      paused.current = true;
      sent.current = true;
      clearTimeout(timer);
      control?.abort();
    };
    const leave = () => {
      const body = bodyOf(form, page);
      const text = typedIn(body);
      if (!paused.current && text !== saved && navigator.sendBeacon(address, body)) saved = text;
    };
    // Scripts set files and the title, which causes no input event.
    const observer = new MutationObserver(changed);
    observer.observe(form, { subtree: true, childList: true, attributes: true, attributeFilter: ['value'] });
    form.addEventListener('input', changed);
    form.addEventListener('submit', stop);
    addEventListener('online', back);
    // `pagehide` comes after the next page's answer: a reloaded page would read what was saved before.
    addEventListener('beforeunload', leave);
    addEventListener('pagehide', leave);
    if (typedBefore(form)) {
      saved = '';
      changed();
    }
    return () => {
      leave();
      stop();
      paused.current = sent.current = false;
      resume.current = () => {};
      observer.disconnect();
      form.removeEventListener('input', changed);
      form.removeEventListener('submit', stop);
      removeEventListener('online', back);
      removeEventListener('beforeunload', leave);
      removeEventListener('pagehide', leave);
    };
  }, [of, page]);

  return (
    <p className="meta js-only autosave" role="status">
      {state.is === 'saved' && `Saved ${showMoment(state.at)}`}
      {state.is === 'offline' && 'No connection. What you type is saved when it is back.'}
      {state.is === 'signed-out' && (
        <>
          Your session has ended. What you typed is saved.{' '}
          <a href={`/?${new URLSearchParams({ redirect: state.page }).toString()}`}>Sign in again</a>
        </>
      )}
    </p>
  );
}
