/**
 * The two suites: `npm test`, in which every rule has a test that fails without it, and `npm run test:long`, which
 * repeats and enlarges. tests/README.md lists what is where.
 */
export const isLongSuite = process.env.SUITE === 'long';

/** How many of something a test tries. */
export const howMany = ({ day, long }: { day: number; long: number }): number => (isLongSuite ? long : day);
