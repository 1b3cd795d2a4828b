import { useLocation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { Button } from '../button/button.tsx';
import { Notice } from '../notice/notice.tsx';

const address = '/sessions/left';
const minute = 60_000;
/** Milliseconds before the end: when the warning shows, and how often it then asks whether another tab was used. */
const ahead = 2 * minute;
const again = 10_000;

type State = { is: 'quiet' } | { is: 'ended' } | { is: 'warning'; because: 'idle' | 'absolute'; left: number };
type Left = { left: number; because: 'idle' | 'absolute' };

async function ask(method: 'GET' | 'POST'): Promise<Left | 'ended' | null> {
  const response = await fetch(address, { method }).catch(() => null);
  if (response?.status === 401) return 'ended';
  return response?.ok ? ((await response.json()) as Left) : null;
}

const words = (left: number): string => (left > 90_000 ? 'in 2 minutes' : left > 45_000 ? 'in 1 minute' : 'in seconds');

/**
 * Two minutes before the session ends: says so, and offers to stay signed in. It asks the server when that is, because
 * another tab may have been used since; where scripts are off there is no warning.
 */
export function IdleWarning({ idleMinutes }: { idleMinutes: number }) {
  const { key, pathname, search } = useLocation();
  const [state, setState] = useState<State>({ is: 'quiet' });
  const [stays, setStays] = useState(0);
  const before = Math.min(ahead, (idleMinutes * minute) / 2);

  useEffect(() => {
    setState({ is: 'quiet' });
    let timer: ReturnType<typeof setTimeout>;
    let gone = false;
    const later = (after: number) => {
      timer = setTimeout(() => void look(), after);
    };
    const look = async () => {
      const found = await ask('GET');
      if (gone) return;
      if (found === 'ended') return setState({ is: 'ended' });
      if (found && found.left > before) {
        setState({ is: 'quiet' });
        return later(found.left - before);
      }
      if (found) setState({ is: 'warning', ...found });
      later(Math.min(again, Math.max(found?.left ?? again, 1000)));
    };
    // Every page is a visit, from which the time counts.
    later(idleMinutes * minute - before);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [key, stays, idleMinutes, before]);

  if (state.is === 'quiet') return null;
  const stay = async () => {
    const found = await ask('POST');
    if (found === 'ended') setState({ is: 'ended' });
    else if (found) setStays((count) => count + 1);
  };
  return (
    <section className="toasts" aria-label="Session">
      <Notice kind={state.is === 'ended' ? 'stop' : 'wait'} live="alert" icon="history">
        {state.is === 'ended' ? (
          <p>
            Your session has ended.{' '}
            <a href={`/?${new URLSearchParams({ redirect: pathname + search }).toString()}`}>Sign in again</a>
          </p>
        ) : state.because === 'idle' ? (
          <>
            <p>You will be signed out {words(state.left)}, because nothing was done here.</p>
            <Button size="small" kind="solid" onClick={() => void stay()}>
              Stay signed in
            </Button>
          </>
        ) : (
          <p>Your session ends {words(state.left)}: it has lasted as long as your organisation allows.</p>
        )}
      </Notice>
    </section>
  );
}
