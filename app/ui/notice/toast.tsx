import { useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { Hidden, Icon } from '../icon/icon.tsx';
import { type ToastMessage, useFrame } from '../shell/frame.ts';
import { Notice, type NoticeKind } from './notice.tsx';

const kinds: Record<ToastMessage['tone'], NoticeKind | undefined> = { error: 'stop', info: undefined, success: 'good' };
const icons = { error: 'circle-alert', info: 'info', success: 'circle-check' } as const;

/** The same words in the page, where they stay and are read out until the person's next act. */
export function ToastNotice({ toast }: { toast: ToastMessage }) {
  const { formMethod } = useNavigation();
  const acting = formMethod !== undefined && formMethod !== 'GET';
  const [overtaken, setOvertaken] = useState<ToastMessage>();
  useEffect(() => {
    if (acting) setOvertaken(toast);
  }, [acting, toast]);
  if (overtaken === toast) return null;
  return (
    <div className="announcement">
      <Notice kind={kinds[toast.tone]} live={toast.tone === 'error' ? 'alert' : 'status'}>
        {toast.text}
      </Notice>
    </div>
  );
}

/** The notice on a visitor's page; for a signed-in person the frame shows it. */
export function VisitorNotice() {
  const frame = useFrame();
  return frame?.toast && !frame.viewer ? <ToastNotice toast={frame.toast} /> : null;
}

/**
 * Bottom left, with script only. Not announced, because the page has the same words as a notice: while that is in sight
 * there is no toast, and a toast never covers what can be pressed next.
 */
export function Toast({ toast }: { toast: ToastMessage }) {
  const [state, setState] = useState<'placing' | 'shown' | 'gone'>('placing');
  const [held, setHeld] = useState(false);
  const left = useRef(toast.durationMs);
  const box = useRef<HTMLElement>(null);

  useEffect(() => {
    const look = () => {
      const gone = (!toast.always && isNoticeInSight()) || coversAct(box.current);
      setState((before) => (gone || before === 'gone' ? 'gone' : 'shown'));
    };
    // The router scrolls the page after this effect.
    const frame = requestAnimationFrame(look);
    addEventListener('scroll', look, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', look);
    };
  }, [toast.always]);

  useEffect(() => {
    if (held || state !== 'shown') return;
    const since = performance.now();
    const timer = setTimeout(() => setState('gone'), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(500, left.current - (performance.now() - since));
    };
  }, [held, state]);

  if (state === 'gone') return null;
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    <section ref={box} className="toasts js-only" data-state={state} aria-label="Messages">
      <div
        className="toast"
        data-kind={kinds[toast.tone]}
        onPointerEnter={hold}
        onPointerLeave={release}
        onFocus={hold}
        onBlur={release}
      >
        <Icon name={icons[toast.tone]} />
        <p>{toast.text}</p>
        <button className="close" type="button" onClick={() => setState('gone')}>
          <Icon name="x" />
          <Hidden>Close message</Hidden>
        </button>
      </div>
    </section>
  );
}

function isNoticeInSight(): boolean {
  const box = document.querySelector('.announcement')?.getBoundingClientRect();
  return box !== undefined && box.height > 0 && box.top >= 0 && box.bottom <= innerHeight;
}

/** Whether it lies over a button, a menu or a field of the page, or over what has the focus. */
function coversAct(toast: HTMLElement | null): boolean {
  const own = toast?.getBoundingClientRect();
  if (!own) return false;
  const acts = document.querySelectorAll('main :is(button, .button, summary, input, select, textarea, :focus)');
  return [...acts].some((act) => {
    const { left, right, top, bottom, width } = act.getBoundingClientRect();
    return width > 0 && left < own.right && right > own.left && top < own.bottom && bottom > own.top;
  });
}
