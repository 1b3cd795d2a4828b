import { readdir } from 'node:fs/promises';
import { createOutbox } from '#app/adapters/mail/outbox.ts';

/** Sends an email of 4 KB twice in a process that may not write such a large file; prints the outcome. */
const folder = process.argv[2] ?? '';
const person = { name: 'Noor Haddad', address: 'noor.haddad@northmere.example' };
const email = { from: person, to: person, subject: 'Hello', html: '<p>Hello</p>', text: 'Hello\n'.repeat(700) };
const tries: unknown[] = [];
for (const date of ['2026-03-12T14:05:00.000Z', '2026-03-12T14:06:00.000Z']) {
  const sent = createOutbox(folder).send({ ...email, date, messageId: '<1185a16f3147c0f2@northmere.example>' });
  tries.push(await sent.catch((error: NodeJS.ErrnoException) => error.code));
}
process.stdout.write(JSON.stringify({ tries, left: await readdir(folder) }));
