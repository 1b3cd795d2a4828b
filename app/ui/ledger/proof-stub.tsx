import { Link } from '@remix-run/react';
import { Hidden, Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/names.ts';
import { inDigits } from '../text/count.ts';
import './ledger.css';

type ProofStubProps = {
  /** Leaf hash, 64 hexadecimal digits. */
  hash: string;
  /** Place in the organisation's ledger, from 1. */
  position: number | string;
  /** `waiting` is not yet under a signed checkpoint; `broken` does not match the ledger. */
  state: 'included' | 'waiting' | 'broken';
  /** The page that shows the recomputation. */
  verify?: string;
};

const states: Record<ProofStubProps['state'], { icon: IconName; words: string }> = {
  included: { icon: 'badge-check', words: '' },
  waiting: { icon: 'hourglass', words: ', in the next checkpoint' },
  broken: { icon: 'circle-alert', words: ' does not match the ledger' },
};

/** A short hash, the place in the ledger, and a way to check it. Perforated like a ticket. */
export function ProofStub({ hash, position, state, verify }: ProofStubProps) {
  const { icon, words } = states[state];
  return (
    <p className="proof" data-state={state}>
      <code title={hash}>
        {hash.slice(0, 4)}…{hash.slice(-4)}
      </code>
      <span className="proof-state">
        <Icon name={icon} />
        No. {inDigits(position)}
        {words}
      </span>
      {verify && (
        <Link to={verify} prefetch="none">
          Verify<Hidden> event {String(position)}</Hidden>
        </Link>
      )}
    </p>
  );
}
