const browsers: readonly [pattern: RegExp, name: string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly [pattern: RegExp, name: string][] = [
  [/Windows/, 'Windows'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Android/, 'Android'],
  [/Linux/, 'Linux'],
];

/** A browser's self-description in words that its owner recognises: `Firefox on Linux`. */
export function programOf(agent: string | null): string {
  const find = (list: readonly [RegExp, string][]) => list.find(([pattern]) => pattern.test(agent ?? ''))?.[1];
  const [browser, system] = [find(browsers), find(systems)];
  return [browser ?? 'An unknown program', ...(system ? [`on ${system}`] : [])].join(' ');
}
