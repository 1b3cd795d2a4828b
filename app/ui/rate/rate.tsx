/** The percentage of assigned training records that are completed; verdigris only at 100. `words` adds 'Trained'. */
export function Rate({ percent, words }: { percent: number; words?: boolean }) {
  const label = `${percent}% trained`;
  return (
    <span className="rate" data-full={percent === 100 || undefined}>
      <meter min={0} max={100} value={percent} {...(words ? { 'aria-hidden': true } : { 'aria-label': label })} />
      {percent}%{words && ' Trained'}
    </span>
  );
}
