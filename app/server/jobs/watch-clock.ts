/** Milliseconds by which the wall clock may drift from the monotonic one between two checks. */
const tolerance = 60_000;

/**
 * Checks whether the wall clock has moved against the monotonic one: the machine slept, or the clock was set.
 * `onJump` gets the milliseconds, negative where the clock moved back. Answers a function that ends the watch.
 */
export function watchClock(onJump: (milliseconds: number) => void, every: number): () => void {
  let offset = Date.now() - performance.now();
  const timer = setInterval(() => {
    const now = Date.now() - performance.now();
    const moved = now - offset;
    offset = now;
    if (Math.abs(moved) > tolerance) onJump(Math.round(moved));
  }, every);
  timer.unref();
  return () => clearInterval(timer);
}
