import { signatureInWords, type Verdict } from '#app/audit/evidence/verify/verdict.ts';

const marks = { holds: '✓', refused: '✗', unproven: '–' } as const;
/** A verdict as a terminal shows it. */
export function printed({
  file,
  outcome,
  heading,
  proven,
  notProven,
  facts,
  key,
  sealed,
  signatures,
}: Verdict): string {
  const list = (title: string, items: readonly string[]): string[] =>
    items.length === 0 ? [] : ['', title, ...items.map((item) => `  - ${item}`)];
  return [
    `${marks[outcome]} ${file}`,
    heading,
    ...list('Proven', proven),
    ...list(
      'Signatures',
      signatures.map(
        (signature) =>
          `${signatureInWords(signature)}, ${signature.signedAt} ` +
          `(event No. ${signature.position}${signature.file ? `, ${signature.file}` : ''})`,
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
      ...(sealed === null ? [] : [`It is ${sealed ? '' : 'NOT '}sealed with the certificate that you gave.`]),
    ]),
    '',
  ].join('\n');
}
