import { isIP } from 'node:net';

/** Whether the text is an address, or a network as address and length (192.0.2.0/24, 2001:db8::/32). */
export function isNetwork(text: string): boolean {
  const [address = '', length, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  if (length === undefined) return true;
  return /^\d{1,3}$/.test(length) && Number(length) <= (family === 4 ? 32 : 128);
}
