import { Fingerprint } from '#app/ui/page/facts.tsx';
import type { showEvent } from './event-view.ts';
import '#app/ui/ledger/ledger.css';

type Steps = NonNullable<Awaited<ReturnType<typeof showEvent>>['proof']>['steps'];

/** Every step from a leaf to the root: what stands beside it, on which side, and what they give. */
export function ProofSteps({ leaf, steps }: { leaf: string; steps: Steps }) {
  return (
    <ol className="proof-steps">
      <li>
        <span>Leaf</span>
        <Fingerprint sha256={leaf} />
      </li>
      {steps.map(({ side, sibling, result }, i) => (
        <li key={sibling + result}>
          <span>{side === 'left' ? 'From the left' : 'From the right'}</span>
          <Fingerprint sha256={sibling} />
          <span>{i === steps.length - 1 ? 'gives the root' : 'gives'}</span>
          <b>
            <Fingerprint sha256={result} />
          </b>
        </li>
      ))}
      {steps.length === 0 && (
        <li>
          <span>Root</span>
          <b>
            <Fingerprint sha256={leaf} />
          </b>
        </li>
      )}
    </ol>
  );
}
