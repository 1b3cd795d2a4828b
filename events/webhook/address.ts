import { texts } from '#events/texts.ts';

/** Where an address leads: `private` also covers loopback, link-local and reserved ranges. */
export type AddressStanding = 'allowed' | 'no-https' | 'private' | 'unknown';

/** Most characters of an address. */
export const longestUrl = 500;

const example = 'for example https://hooks.example.com/imprimatur';

/** What is wrong with the address of a webhook, for a person; null where nothing is. */
export function addressProblem(text: string, standing: AddressStanding): string | null {
  if (text === '') return texts.required;
  const url = text.length <= longestUrl && URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    return `Enter an address of at most ${longestUrl} characters, ${example}.`;
  if (url.username !== '' || url.password !== '')
    return 'Leave user name and password out: the ledger keeps the address.';
  if (standing === 'no-https') return `Enter an address that begins with https, ${example}.`;
  if (standing === 'private')
    return 'This address leads into a private network. Enter one that the internet can reach.';
  return standing === 'unknown' ? 'This name was not found. Check the address.' : null;
}
