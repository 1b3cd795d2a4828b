import { Icon } from '../icon/icon.tsx';
import { Hidden } from '../text/hidden.tsx';
import { Link } from '../link/link.tsx';
import './ledger.css';

type ProofStubProps = {
  /** Leaf hash, 64 hexadecimal digits. */
  hash: string;
  /** Place in the organisation's log, from 1. */
  position: number | string;
  /** `waiting` is not yet under a signed checkpoint; `broken` does not match the log. */
  state: 'included' | 'waiting' | 'broken';
  /** The page that shows the recomputation. */
  verify?: string;
};

const number = (position: number | string) => Number(position).toLocaleString('en-GB');

/** A short hash, the place in the log, and a way to check it. Perforated like a ticket. */
export function ProofStub({ hash, position, state, verify }: ProofStubProps) {
  const place = number(position);
  return (
    <p className="proof" data-state={state}>
      <code title={hash}>
        {hash.slice(0, 4)}…{hash.slice(-4)}
      </code>
      <span className="proof-state">
        {state === 'included' && (
          <>
            <Icon name="badge-check" />
            No. {place}
          </>
        )}
        {state === 'waiting' && (
          <>
            <Icon name="hourglass" />
            No. {place}, in the next checkpoint
          </>
        )}
        {state === 'broken' && (
          <>
            <Icon name="circle-alert" />
            No. {place} does not match the log
          </>
        )}
      </span>
      {verify && (
        <Link to={verify} prefetch="none">
          Verify<Hidden> event {String(position)}</Hidden>
        </Link>
      )}
    </p>
  );
}
