/** Milliseconds by which the wall clock may drift from the monotonic one between two looks. */
const drift = 60_000;

/**
 * Looks whether the wall clock has moved against the monotonic one: a machine that slept, a clock that was put right. `jumped` hears by how
 * many milliseconds, below zero where it moved back. Answers what ends the watch.
 */
export function watchClock(jumped: (milliseconds: number) => void, every: number): () => void {
  let distance = Date.now() - performance.now();
  const timer = setInterval(() => {
    const now = Date.now() - performance.now();
    const moved = now - distance;
    distance = now;
    if (Math.abs(moved) > drift) jumped(Math.round(moved));
  }, every);
  timer.unref();
  return () => clearInterval(timer);
}
