import { useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../icon/icon.tsx';
import { Hidden } from '../text/hidden.tsx';
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

/** Bottom left, with script only. Not announced, because the page has the same words as a notice. */
export function Toast({ toast }: { toast: ToastMessage }) {
  const [shown, setShown] = useState(true);
  const [held, setHeld] = useState(false);
  const left = useRef(toast.durationMs);

  useEffect(() => {
    if (held || !shown) return;
    const since = performance.now();
    const timer = setTimeout(() => setShown(false), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(500, left.current - (performance.now() - since));
    };
  }, [held, shown]);

  if (!shown) return null;
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    <section className="toasts js-only" aria-label="Messages">
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
        <button className="close" type="button" onClick={() => setShown(false)}>
          <Icon name="x" />
          <Hidden>Close message</Hidden>
        </button>
      </div>
    </section>
  );
}
