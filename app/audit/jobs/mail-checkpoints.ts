import { z } from 'zod';
import { organisations } from '#app/kit/job/organisations.ts';
import type { Task } from '#app/kit/job/task.ts';
import { headerText, mailbox, messageIdOf } from '#app/kit/email/compose.ts';

/** Sends the last checkpoint of every ledger to CHECKPOINT_EMAIL, once a day, where it is set. */
export const mailCheckpointsJob: Task = {
  name: 'mail-checkpoints',
  payload: z.unknown(),
  waitsForOthers: 'mail',
  async run(_payload, { config, checkpoints, database, mail, now }, stopping) {
    if (config.checkpointEmail === null) return;
    const notes: string[] = [];
    for (const org of await organisations({ database })) {
      const latest = await checkpoints.latest(org);
      if (latest) notes.push(latest.note.trimEnd());
    }
    if (notes.length === 0) return;
    const date = now();
    const from = mailbox(config.mailFrom);
    const to = mailbox(config.checkpointEmail);
    const text = `Store this email. npm run ledger -- verify --checkpoint FILE, with the lines below as the file, shows
later whether the ledgers of ${config.publicUrl} still contain everything that they contain today.

${notes.join('\n\n')}
`;
    const message = {
      from,
      to,
      subject: headerText(`Checkpoints of ${new URL(config.publicUrl).host}, ${date.slice(0, 10)}`),
      text,
      html: `<pre>${text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</pre>`,
      messageId: messageIdOf(`checkpoints ${config.publicUrl} ${date.slice(0, 10)}`, from),
      date,
    };
    await mail.send(message, stopping);
  },
};
