import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inASentence } from '#app/adapters/environment/fault.ts';
import { headerText, mailbox, messageIdOf } from '#app/kit/email/compose.ts';
import { createOutbox } from '#app/adapters/mail/outbox.ts';
import { longestSending, RejectedEmail, type EmailMessage, type MailTransport } from '#app/adapters/mail/port.ts';
import { createSmtp, timeouts } from '#app/adapters/mail/smtp.ts';
import { smtpPeer, type SmtpPeer } from '#tests/support/smtp-peer.ts';

const message: EmailMessage = {
  from: { name: 'Jakość Północ', address: 'quality@northmere.example' },
  to: { name: '中村 春樹', address: 'haruki@northmere.example' },
  subject: 'Zażółć gęślą jaźń – 版 2.1 was rejected, and the subject goes on so that it has to be folded',
  html: '<p>版 2.1 — “Zażółć”</p>',
  text: 'A line that is longer than seventy-six characters, so that quoted-printable has to break it: 版 2.1 — “Zażółć”\n',
  messageId: messageIdOf('org/1/invitation/x', { name: '', address: 'quality@northmere.example' }),
  date: '2026-03-12T14:05:00.000Z',
};

let peer: SmtpPeer;
let folder: string;

beforeAll(async () => {
  peer = await smtpPeer();
  folder = path.join(await mkdtemp(path.join(os.tmpdir(), 'imprimatur-outbox-')), 'outbox');
});
afterAll(async () => {
  await peer.close();
  await rm(path.dirname(folder), { recursive: true });
});

const outboxed = async (): Promise<Email[]> =>
  Promise.all((await readdir(folder)).map(async (name) => PostalMime.parse(await readFile(path.join(folder, name)))));

describe.each<[string, () => MailTransport, () => Promise<Email[]>]>([
  ['SMTP', () => createSmtp(peer.url), () => Promise.resolve(peer.received)],
  ['the outbox', () => createOutbox(folder), outboxed],
])('an email by %s', (_name, open, arrived) => {
  beforeEach(async () => {
    peer.received.length = 0;
    await rm(folder, { recursive: true, force: true });
  });

  test('arrives whole: both parts, names in any script, its own Message-ID and date', async () => {
    const transport = open();
    await transport.send(message);
    await transport.close();
    const [email, ...more] = await arrived();
    expect(more).toEqual([]);
    expect(email).toMatchObject({
      from: message.from,
      to: [message.to],
      subject: message.subject,
      messageId: message.messageId,
    });
    expect(new Date(email?.date ?? '').toISOString()).toBe(message.date);
    expect(email?.text?.trim()).toBe(message.text.trim());
    expect(email?.html?.trim()).toBe(message.html);
    expect(email?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
  });

  test('does not take headers or recipients from a name, a subject or an address', async () => {
    const transport = open();
    await transport.send({
      ...message,
      to: { name: 'Noor\r\nBcc: thief@evil.example', address: 'noor@northmere.example' },
      subject: headerText('Hello\r\nBcc: thief@evil.example\r\n\r\nbody'),
    });
    await transport.close();
    const [email] = await arrived();
    expect(email?.bcc ?? []).toEqual([]);
    expect(email?.headers.filter(({ key }) => key === 'bcc')).toEqual([]);
    expect(email?.subject).toBe('Hello Bcc: thief@evil.example body');
    expect(email?.text?.trim()).toBe(message.text.trim());
  });
});

test('SMTP: explains in plain words that a server does not speak TLS', async () => {
  const peer = await smtpPeer();
  const said = await createSmtp(peer.url.replace('smtp:', 'smtps:')).check().catch(inASentence);
  expect(said).toBe('what answers there does not speak TLS.');
  await peer.close();
});

test('SMTP: throws where the server refuses an email, so that the job tries again', async () => {
  const transport = createSmtp(peer.url);
  peer.mood.push('refuse');
  await expect(transport.send(message)).rejects.toThrow(/Try again later/);
  await transport.close();
});

test('SMTP: waits for the answer as long as RFC 5321 asks (4.5.3.2.6), or until stopped', async () => {
  expect(timeouts.socketTimeout).toBeGreaterThanOrEqual(10 * 60_000);
  expect(longestSending).toBeGreaterThan(timeouts.socketTimeout);
  const transport = createSmtp(peer.url);
  peer.mood.push('ponder');
  await expect(transport.send(message, AbortSignal.timeout(300))).rejects.toThrow(/abort|timeout/i);
  await transport.send(message);
  await transport.close();
});

test.each([
  [550, '5.1.1 There is no such mailbox here', true],
  [550, '5.7.1 The message looks like spam', true],
  [554, '5.7.1 <haruki@northmere.example>: Relay access denied', false],
  [550, '5.7.54 SMTP; Unable to relay recipient in non-accepted domain', false],
  [553, '5.7.1 <quality@northmere.example>: Sender address rejected: not owned by user', false],
  [554, '5.7.1 <unknown[192.0.2.7]>: Client host rejected: Access denied', false],
  [554, '5.7.1 Service unavailable; Client host [192.0.2.7] blocked using zen.spamhaus.org', false],
  [550, '5.7.1 <localhost>: Helo command rejected: Host not found', false],
  [530, '5.7.0 Authentication required', false],
])('SMTP: reply %i %s to the address is permanent: %s', async (responseCode, text, forGood) => {
  const transport = createSmtp(peer.url);
  peer.mood.push({ responseCode, text });
  const refused = await transport.send(message).catch((error: unknown) => error);
  await transport.close();
  expect(refused instanceof RejectedEmail).toBe(forGood);
  expect((refused as Error).message).toContain(text);
});

test('the outbox holds one private, readable file for an email that is sent twice', async () => {
  const outbox = createOutbox(folder);
  await outbox.send(message);
  await outbox.send({ ...message, date: '2026-03-12T14:09:00.000Z' });
  const files = await readdir(folder);
  expect(files).toHaveLength(1);
  expect(files[0]).toMatch(/^2026-03-12T14-09-00\.000Z haruki@northmere\.example [0-9a-f]{16}\.eml$/);
  const file = path.join(folder, files[0] ?? '');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, 'utf8')).toContain('A line that is longer');
});

describe('email headers', () => {
  test('are one line without control and direction characters', () => {
    expect(headerText(' a\r\n\tb\u0000c\u2028d\u202Ee ')).toBe('a b c d e');
    expect([...headerText('é'.repeat(500))]).toHaveLength(160);
  });

  test('accept a sender with or without a name', () => {
    expect(mailbox('Quality <quality@example.com>')).toEqual({ name: 'Quality', address: 'quality@example.com' });
    expect(mailbox('"Quality, Ltd" <quality@example.com>').name).toBe('Quality, Ltd');
    expect(mailbox('quality@example.com')).toEqual({ name: '', address: 'quality@example.com' });
  });

  test('derive the Message-ID from the key alone', () => {
    const from = mailbox('quality@example.com');
    expect(messageIdOf('a', from)).toMatch(/^<[0-9a-f]{40}@example\.com>$/);
    expect(messageIdOf('a', from)).toBe(messageIdOf('a', from));
    expect(messageIdOf('a', from)).not.toBe(messageIdOf('b', from));
  });
});

test('the outbox stays empty where the disk has no room for an email', async () => {
  const full = await mkdtemp(path.join(os.tmpdir(), 'imprimatur-outbox-'));
  const child = fileURLToPath(new URL('child-full-outbox.ts', import.meta.url));
  const { stdout } = await promisify(execFile)('sh', [
    '-c',
    `ulimit -f 2; exec "${process.execPath}" --import tsx "${child}" "${full}"`,
  ]);
  expect(JSON.parse(stdout)).toEqual({ tries: ['EFBIG', 'EFBIG'], left: [] });
  await rm(full, { recursive: true });
});

test('the outbox overwrites the partial file of a killed process', async () => {
  const outbox = createOutbox(folder);
  await rm(folder, { recursive: true, force: true });
  await outbox.check();
  await writeFile(
    path.join(folder, `.${message.messageId.replace(/[^0-9a-zA-Z]/g, '').slice(0, 16)}.part`),
    'half of it',
  );
  await outbox.send(message);
  expect(await readdir(folder)).toEqual([expect.stringMatching(/^2026-03-12.+\.eml$/)]);
});
