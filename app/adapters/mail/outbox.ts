import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { toMailOptions } from './mime.ts';
import type { EmailMessage, MailTransport } from './port.ts';

/** Emails as .eml files in a folder, for trying the product and for tests. A repeated email replaces its file. */
export function createOutbox(folder: string): MailTransport {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send(message) {
      // Quoted-printable, because nobody can read a code in base64.
      const { message: eml } = await writer.sendMail({ ...toMailOptions(message), textEncoding: 'quoted-printable' });
      // Emails hold codes, so only the account that runs the product may read them.
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const id = idPart(message);
      const name = fileName(message);
      // The same name for every try, so that the next try overwrites the rest of a killed one.
      const part = path.join(folder, `.${id}.part`);
      try {
        await writeAndSync(part, eml as Buffer);
      } catch (error) {
        // A full disk would otherwise collect one partial file a try.
        await rm(part, { force: true });
        throw error;
      }
      const earlier = (await readdir(folder)).filter((other) => other !== name && other.endsWith(` ${id}.eml`));
      await rename(part, path.join(folder, name));
      await Promise.all(earlier.map((other) => rm(path.join(folder, other), { force: true })));
    },
    check: () => mkdir(folder, { recursive: true, mode: 0o700 }),
    close: () => Promise.resolve(),
  };
}

/** `2026-03-12T14-05-00.000Z noor.haddad@northmere.example 1f2e….eml`: sorted by time, then by recipient. */
function fileName(message: EmailMessage): string {
  const recipient = message.to.address.replace(/[^\w.@+-]/g, '_').slice(0, 100);
  return `${message.date.replaceAll(':', '-')} ${recipient} ${idPart(message)}.eml`;
}

const idPart = ({ messageId }: EmailMessage): string => messageId.replace(/[^0-9a-zA-Z]/g, '').slice(0, 16);

async function writeAndSync(file: string, content: Buffer): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
