import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import type { AddressStanding } from '#events/webhook/address.ts';

/** The addresses that a name led to, where each may be sent to; else why not. */
export type LookedUp =
  | { standing: 'allowed'; addresses: LookupAddress[] }
  | { standing: Exclude<AddressStanding, 'allowed'> };

/** Serves secrets to machines in Azure, from a public address. */
const azurePlatform = '168.63.129.16';

/** Addresses of the public internet in IPv6 (RFC 4291, section 2.4). */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** Whether an address is of the public internet: not private, loopback, link-local, shared, mapped or reserved. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // IPv4 within IPv6 counts as the IPv4 address that it reaches.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast' || parsed.toString() === azurePlatform) return false;
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast);
}

/** Looks the name of an address up. With `allowPrivate` every address counts, also without TLS. */
export async function lookUp(text: string, allowPrivate: boolean, signal: AbortSignal): Promise<LookedUp> {
  if (!URL.canParse(text)) return { standing: 'unknown' };
  const { protocol, hostname } = new URL(text);
  if (protocol !== 'https:' && !(allowPrivate && protocol === 'http:')) return { standing: 'no-https' };
  const addresses = await untilAborted(lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }), signal).catch(() => []);
  if (addresses.length === 0) return { standing: 'unknown' };
  const allowed = allowPrivate || addresses.every(({ address }) => isPublic(address));
  return allowed ? { standing: 'allowed', addresses } : { standing: 'private' };
}

/** The system's lookup cannot be stopped, so its answer is not waited for. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject);
  });
}
