import type { ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/names.ts';

/** `good` went well, `wait` warns, `stop` refuses; without a kind it is a plain remark. */
export type NoticeKind = 'good' | 'wait' | 'stop';

const icons: Record<NoticeKind, IconName> = { good: 'circle-check', wait: 'triangle-alert', stop: 'circle-alert' };

type NoticeProps = {
  kind?: NoticeKind;
  icon?: IconName;
  /** Announced when it appears: politely (`status`) or at once (`alert`). */
  live?: 'status' | 'alert';
  children: ReactNode;
};

/** A message in the page. */
export function Notice({ kind, icon, live, children }: NoticeProps) {
  return (
    <div className="notice" data-kind={kind} role={live}>
      <Icon name={icon ?? (kind ? icons[kind] : 'info')} />
      <div>{typeof children === 'string' ? <p>{children}</p> : children}</div>
    </div>
  );
}
