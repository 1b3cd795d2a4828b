import { inWords, inWordsFirst } from '#app/ui/text/count.ts';

/** How many approvers have signed, as a sentence: `Two of three have signed.` */
export function signedWords({ signed, asked }: { signed: number; asked: number }): string {
  if (asked === 1) return 'Yours is the only signature.';
  if (signed === 0) return 'Nobody has signed yet.';
  return `${inWordsFirst(signed)} of ${inWords(asked)} ${signed === 1 ? 'has' : 'have'} signed.`;
}
