import type { Verdict } from '#app/evidence/verify/verdict.ts';

const marks = { holds: '✓', refused: '✗', unproven: '–' } as const;
const meanings: Record<string, string> = {
  approved: 'approved',
  rejected: 'rejected',
  read_and_understood: 'read and understood',
};

/** A verdict as a terminal shows it. */
export function printed({ file, outcome, heading, proven, notProven, facts, key, signatures }: Verdict): string {
  const list = (title: string, items: readonly string[]): string[] =>
    items.length === 0 ? [] : ['', title, ...items.map((item) => `  - ${item}`)];
  return [
    `${marks[outcome]} ${file}`,
    heading,
    ...list('Proven', proven),
    ...list(
      'Signatures',
      signatures.map(
        ({ printedName, meaning, signedAt, version, position, file: signed }) =>
          `${printedName} ${meanings[meaning] ?? meaning}, version ${version}, ${signedAt} (event No. ${position}${signed ? `, ${signed}` : ''})`,
      ),
    ),
    ...list('Not proven', notProven),
    ...list('Facts', [
      ...facts.map(({ name, value }) => `${name}: ${value}`),
      ...(key
        ? [
            `Key: ${key.vkey}`,
            `Key’s fingerprint (SHA-256): ${key.fingerprint}`,
            ...(key.trusted === null
              ? []
              : [key.trusted ? 'It is the key that you gave.' : 'It is NOT the key that you gave.']),
          ]
        : []),
    ]),
    '',
  ].join('\n');
}
