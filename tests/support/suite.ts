/**
 * The two suites: `npm test`, in which every rule has a test that fails without it, and `npm run test:long`, which
 * repeats and enlarges. tests/README.md lists what is where.
 */
export const isLongSuite = process.env.SUITE === 'long';

/** How many of something a test tries. */
export const howMany = ({ day, long }: { day: number; long: number }): number => (isLongSuite ? long : day);

/** Those of no kind, and of each kind by day the first: what a declaration decides is the same for all of a kind. */
export function oncePerKind<T>(items: readonly T[], kindOf: (item: T) => string | null): T[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const kind = kindOf(item);
    if (kind === null || isLongSuite) return true;
    return !seen.has(kind) && Boolean(seen.add(kind));
  });
}
