import { Form, useLocation } from '@remix-run/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { addresses } from '#app/kit/addresses.ts';
import type { BulkAct } from '#app/people/screens/bulk/acts.ts';
import { Icon } from '#app/ui/icon/icon.tsx';
import type { IconName } from '#app/ui/icon/names.ts';
import { inDigits } from '#app/ui/text/count.ts';
import '#app/ui/register/selection.css';

const acts: readonly { act: BulkAct; label: string; icon: IconName }[] = [
  { act: 'departments', label: 'Add to departments', icon: 'building-2' },
  { act: 'remind', label: 'Remind', icon: 'mail' },
  { act: 'resend', label: 'Resend invitation', icon: 'send' },
];

/** The list as a form: ticked rows are named in the next page's address. CSS shows the bar once one is ticked. */
export function BulkForm({ children }: { children: ReactNode }) {
  const { pathname, search, key } = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const [count, setCount] = useState(0);
  const look = () => setCount(form.current?.querySelectorAll('input[name=member]:checked').length ?? 0);
  // The browser may have restored the boxes, and another page of the list has others.
  useEffect(look, [key]);
  return (
    <Form ref={form} className="bulk" method="get" action={addresses.bulk()} aria-label="People" onChange={look}>
      <input type="hidden" name="from" value={`${pathname}${search}`} />
      {children}
      <div className="bulk-bar" role="group" aria-label="Selected people">
        <b role="status">{count > 0 && `${inDigits(count)} selected`}</b>
        {acts.map(({ act, label, icon }) => (
          <button key={act} className="button" data-size="small" name="act" value={act}>
            <Icon name={icon} />
            {label}
          </button>
        ))}
      </div>
    </Form>
  );
}
