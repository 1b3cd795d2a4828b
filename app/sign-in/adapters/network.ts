import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Groups of an IPv6 address that name a network: /64, which one household or one computer has to itself. */
const groups = 4;

/**
 * What asks from a network address: an IPv4 address, or the /64 of an IPv6 address, whose other half anyone may choose.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const { parts } = ipaddr.IPv6.parse(address.split('%')[0]!);
  const network = parts.slice(0, groups).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}
