import { type Strength, strengthLabel } from './strength.ts';

/** One meter, five labels, and what would make the password stronger. */
export function StrengthMeter({ id, strength }: { id: string; strength: Strength }) {
  const { score, hints } = strength;
  const label = strengthLabel(score);
  return (
    <div className="strength" id={id} data-score={score}>
      <meter min={0} max={4} value={score === 0 ? 0.2 : score} aria-label={`Password strength: ${label}`} />
      <b>{label}</b>
      {hints.length > 0 && <span className="hint whole">{hints.join(' ')}</span>}
    </div>
  );
}
