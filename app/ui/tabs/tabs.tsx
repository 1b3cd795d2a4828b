import { Link } from '@remix-run/react';
import { Hidden } from '../icon/icon.tsx';
import { inDigits } from '#app/ui/text/count.ts';

export type Tab = {
  to: string;
  label: string;
  current?: boolean;
  /** What is waiting behind the tab: the number, and in `of` what it counts ('to sign', 'need attention'). */
  count?: { number: number; of: string } | undefined;
};

/** Links to the views of one place. A navigation, not ARIA tabs: each has an address. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ to, label: text, current, count }) => (
        <Link key={to} to={to} prefetch="intent" aria-current={current ? 'page' : undefined}>
          {text}
          {count && count.number > 0 && (
            <>
              {' '}
              <span className="count">
                {inDigits(count.number)}
                <Hidden> {count.of}</Hidden>
              </span>
            </>
          )}
        </Link>
      ))}
    </nav>
  );
}
