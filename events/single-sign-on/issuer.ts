import { texts } from '#events/texts.ts';
import { longestUrl, type AddressStanding } from '#events/webhook/address.ts';

const example = 'for example https://login.example.com';

/** What is wrong with the address of an issuer, for a person; null where nothing is. */
export function issuerProblem(text: string, standing: AddressStanding): string | null {
  if (text === '') return texts.required;
  const url = text.length <= longestUrl && URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    return `Enter an address of at most ${longestUrl} characters, ${example}.`;
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return `Enter the issuer's address alone, ${example}.`;
  if (standing === 'no-https') return `Enter an address that begins with https, ${example}.`;
  if (standing === 'private') return 'This address leads into a private network. The server may not go there.';
  return standing === 'unknown' ? 'This name was not found. Check the address.' : null;
}
