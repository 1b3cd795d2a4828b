import { texts, versionLast, versionZero } from '#events/texts.ts';

const shape = /^(\d{1,3})\.(\d{1,2})$/;

export interface VersionNumber {
  major: number;
  minor: number;
}

/** Reads `1 to 3 digits, a dot, 1 to 2 digits`, not all zeros. Answers null for anything else. */
export function parseVersion(text: string): VersionNumber | null {
  const match = shape.exec(text);
  if (!match) return null;
  const number = { major: Number(match[1]), minor: Number(match[2]) };
  return number.major === 0 && number.minor === 0 ? null : number;
}

/** No version could follow this one, so no document takes it. */
const isLast = (text: string): boolean => compareVersions(text, '999.99') === 0;

/** What is wrong with a new version, in the specification's words; null where nothing is. */
export function versionProblem(text: string): string | null {
  if (text === '') return texts.required;
  if (!shape.test(text)) return texts.versionFormat;
  if (!parseVersion(text)) return versionZero;
  return isLast(text) ? versionLast : null;
}

/**
 * Compares as numbers, major first: 1.10 is newer than 1.9, and 1.1 equals 1.01. Negative, zero or positive.
 * A text that is no version counts as the oldest of all, so that sorting cannot fail.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parseVersion(a), parseVersion(b)];
  return (left?.major ?? -1) - (right?.major ?? -1) || (left?.minor ?? -1) - (right?.minor ?? -1);
}

export const newer = (candidate: string, than: string): boolean => compareVersions(candidate, than) > 0;

/** The version that the form of a new document proposes. */
export const firstVersion = '1.0';

/**
 * The version that a form proposes after this one: the next minor, or the next major where the minor is used up or
 * where `step` says so. Null after 999.98, and for a text that is no version.
 */
export function suggestNext(version: string, step: 'major' | 'minor' = 'minor'): string | null {
  const number = parseVersion(version);
  if (!number) return null;
  const next = step === 'minor' && number.minor < 99 ? `${number.major}.${number.minor + 1}` : `${number.major + 1}.0`;
  return versionProblem(next) === null ? next : null;
}
