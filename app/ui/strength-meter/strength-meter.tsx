import { type Strength, strengthLabel } from './strength.ts';
import './strength-meter.css';

/** Sentences in a row, each with its end: the estimate's own have one or none. One alone is a label. */
export const inSentences = (hints: readonly string[]): string =>
  hints.length === 1 ? (hints[0] ?? '') : hints.map((hint) => (hint.endsWith('.') ? hint : `${hint}.`)).join(' ');

/** One meter, five labels, and what would make the password stronger. */
export function StrengthMeter({ id, strength }: { id: string; strength: Strength }) {
  const { score, hints } = strength;
  const label = strengthLabel(score);
  return (
    <div className="strength" id={id} data-score={score}>
      <meter min={0} max={4} value={score === 0 ? 0.2 : score} aria-label={`Password strength: ${label}`} />
      <b>{label}</b>
      {hints.length > 0 && <span className="hint whole">{inSentences(hints)}</span>}
    </div>
  );
}
