import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { mimeOf } from './mime.ts';
import type { MailMessage, MailTransport } from './port.ts';

/** `2026-03-12T14-05-00.000Z noor.haddad@northmere.example 1f2e….eml`: sorted by time, and found by whom it is for. */
function fileName({ date, to, messageId }: MailMessage): string {
  const who = to.address.replace(/[^\w.@+-]/g, '_').slice(0, 100);
  return `${date.replaceAll(':', '-')} ${who} ${idPart(messageId)}.eml`;
}

async function writeWhole(part: string, eml: Buffer): Promise<void> {
  const file = await open(part, 'w', 0o600);
  try {
    await file.writeFile(eml);
    await file.sync();
  } finally {
    await file.close();
  }
}

const idPart = (messageId: string): string => messageId.replace(/[^0-9a-zA-Z]/g, '').slice(0, 16);

/** E-mails as .eml files in a folder, for trying the product and for tests. The same e-mail sent again replaces its file. */
export function createOutbox(folder: string): MailTransport {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send(message) {
      // Quoted-printable, because nobody can read a code in base64.
      const { message: eml } = await writer.sendMail({ ...mimeOf(message), textEncoding: 'quoted-printable' });
      // Codes are in them: nobody but the account that runs the product may read them.
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = fileName(message);
      // Of one name whenever it is tried: what a killed process left of it is written over.
      const part = path.join(folder, `.${idPart(message.messageId)}.part`);
      try {
        await writeWhole(part, eml as Buffer);
      } catch (error) {
        // On a full disk each further try would leave one more.
        await rm(part, { force: true });
        throw error;
      }
      const earlier = (await readdir(folder)).filter(
        (other) => other !== name && other.endsWith(` ${idPart(message.messageId)}.eml`),
      );
      await rename(part, path.join(folder, name));
      await Promise.all(earlier.map((other) => rm(path.join(folder, other), { force: true })));
    },
    check: () => mkdir(folder, { recursive: true, mode: 0o700 }),
    close: () => Promise.resolve(),
  };
}
