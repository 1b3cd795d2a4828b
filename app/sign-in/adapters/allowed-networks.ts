import { BlockList, isIP } from 'node:net';

/** Whether the address lies in one of the networks; every address does where there is none. */
export function isWithin(networks: readonly string[], address: string | null): boolean {
  if (networks.length === 0) return true;
  const asked = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
  const family = isIP(asked);
  if (family === 0) return false;
  const list = new BlockList();
  for (const network of networks) {
    const [start = '', length] = network.split('/');
    const of = isIP(start) === 4 ? 'ipv4' : 'ipv6';
    if (length === undefined) list.addAddress(start, of);
    else list.addSubnet(start, Number(length), of);
  }
  return list.check(asked, family === 4 ? 'ipv4' : 'ipv6');
}
