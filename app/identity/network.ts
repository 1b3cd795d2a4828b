import { isIPv6 } from 'node:net';

/** Groups of an IPv6 address that name a network: /64, which one household or one computer has to itself. */
const groups = 4;

/** What asks from a network address: an IPv4 address, or the /64 of an IPv6 address, whose other half anyone may choose. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = '', tail] = address.toLowerCase().split('%')[0]!.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const filled =
    tail === undefined ? before : [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
  return `${filled
    .slice(0, groups)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
