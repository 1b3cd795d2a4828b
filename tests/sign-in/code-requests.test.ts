import { beforeAll, describe, expect, test } from 'vitest';
import { createCodeRequests, type CodeRequests } from '#app/sign-in/adapters/code-requests.ts';
import { networkOf } from '#app/sign-in/adapters/network.ts';
import { testDatabase } from '#tests/support/database.ts';

let requests: CodeRequests;
beforeAll(async () => {
  const { database } = await testDatabase();
  const limit = { perAsker: 2, perMailbox: 5, perAddress: 100 };
  requests = createCodeRequests({ database, secretKey: 'k'.repeat(32), limit });
});
const mailbox = () => `${Math.random().toString(36).slice(2)}@northmere.example`;

describe('requests for a code', () => {
  test('are limited by who asks: a stranger uses up nothing of the owner, nor of another stranger', async () => {
    const email = mailbox();
    const ask = (address: string, own = false) => requests.admit({ email, address, own });
    expect([await ask('192.0.2.1'), await ask('192.0.2.1')]).toEqual([null, null]);
    for (let count = 0; count < 10; count++) expect(await ask('192.0.2.1')).toBeGreaterThan(3000);
    expect(await ask('192.0.2.2')).toBeNull();
    // So many strangers that the mailbox would be flooded; the owner's browser still gets a code.
    for (const last of [3, 4, 5, 6]) await ask(`192.0.2.${last}`);
    expect(await ask('192.0.2.7')).toBeGreaterThan(3000);
    expect([await ask('192.0.2.1', true), await ask('192.0.2.1', true)]).toEqual([null, null]);
    expect(await ask('192.0.2.1', true)).toBeGreaterThan(3000);
  });

  test('of one IPv6 network count together', async () => {
    const email = mailbox();
    const ask = (address: string) => requests.admit({ email, address });
    expect([await ask('2001:db8:1:2::1'), await ask('2001:db8:1:2:aaaa::')]).toEqual([null, null]);
    expect(await ask('2001:0DB8:0001:0002:ffff:ffff:ffff:ffff')).toBeGreaterThan(3000);
    expect(await ask('2001:db8:1:3::1')).toBeNull();
  });
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8::17', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['::ffff:192.0.2.7', '::ffff:192.0.2.7'],
  ['', ''],
])('the network of %s is %s', (address, network) => expect(networkOf(address)).toBe(network));
