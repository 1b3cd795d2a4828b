import { describe, expect, it } from 'vitest';
import { isPublic, lookUp } from '#app/adapters/outgoing/address.ts';
import { createWebhooks } from '#app/integrations/adapters/webhooks.ts';
import { failures } from '#tests/support/programs/peer.ts';
import { webhookPeer } from './webhook-peer.ts';

const signal = () => AbortSignal.timeout(5_000);

describe('the address of a webhook', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '127.8.8.8',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.5',
    '224.0.0.1',
    '240.1.1.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:10.1.2.3',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '4000::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    'localhost',
  ])('%s is not of the public internet', (address) => {
    expect(isPublic(address)).toBe(false);
  });

  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700:4700::1111', '::ffff:8.8.8.8'])('%s is', (address) => {
    expect(isPublic(address)).toBe(true);
  });

  it.each([
    ['https://127.0.0.1/hook', 'private'],
    ['https://0x7f000001/hook', 'private'],
    ['https://2130706433/hook', 'private'],
    ['https://localhost/hook', 'private'],
    ['https://[::ffff:169.254.169.254]/latest', 'private'],
    ['https://[fd00:ec2::254]/latest', 'private'],
    ['http://8.8.8.8/hook', 'no-https'],
    ['file:///etc/passwd', 'no-https'],
    ['https://name.invalid/hook', 'unknown'],
    ['no address', 'unknown'],
  ])('%s counts as %s', async (url, standing) => {
    expect((await lookUp(url, false, signal())).standing).toBe(standing);
  });

  it('is checked at each attempt, and its answer is read to a bound and within the time', async () => {
    const peer = await webhookPeer();
    const secrets = [`whsec_${Buffer.alloc(32, 7).toString('base64')}`];
    const sent = { id: 'msg', url: peer.url, body: '{}', secrets, now: new Date().toISOString() };
    const webhooks = (allowPrivate: boolean) =>
      createWebhooks({ database: null as never, secretKey: Buffer.alloc(32), allowPrivate, version: '1', limit: 400 });
    const refused = await webhooks(false).attempt({ ...sent, url: peer.url.replace('http:', 'https:') });
    expect(refused).toEqual({ outcome: 'failed', status: null, answer: 'The name leads into a private network.' });
    expect(peer.arrived).toEqual([]);
    for (const [name, answer] of Object.entries(failures)) {
      peer.answer = (response) => answer(response, response.req);
      expect(await webhooks(true).attempt(sent), name).toMatchObject({ outcome: 'failed' });
    }
    // The redirect was not followed.
    expect(peer.arrived).toHaveLength(10);
    peer.answer = (response) => {
      response.writeHead(200);
      const flood = (): void => {
        while (response.write('x'.repeat(65_536))) if (response.destroyed) return;
      };
      response.on('drain', flood).on('close', () => response.off('drain', flood));
      flood();
    };
    const flooded = await webhooks(true).attempt(sent);
    expect(flooded).toMatchObject({ outcome: 'delivered', status: 200 });
    expect(flooded.answer).toHaveLength(1000);
    peer.answer = (response) => response.writeHead(410).end();
    expect(await webhooks(true).attempt(sent)).toMatchObject({ outcome: 'gone', status: 410 });
  });
});
