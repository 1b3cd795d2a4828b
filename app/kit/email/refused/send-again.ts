import { z } from 'zod';
import { ok, refuse } from '#events/failures.ts';
import { isAdmin } from '#events/permissions.ts';
import { streams } from '#events/streams.ts';
import { commit, personalCommand, type SignedInContext } from '#app/kit/command/command.ts';
import { loadStream } from '#app/kit/command/load.ts';

/** A refused email by its key; null where there is none, or where it cannot be sent as it was. */
const readRefused = ({ ports, org }: SignedInContext, key: string) =>
  ports.database.tenant(org, (trx) =>
    trx
      .selectFrom('identity.mail_sent')
      .select(['key', 'template', 'to_user', 'refusal', 'documents'])
      .where('org_id', '=', org)
      .where('key', '=', key)
      .where('refused_at', 'is not', null)
      .where('request', 'is not', null)
      .executeTakeFirst(),
  );

/** Whether the person owns one of these documents. */
const ownsOne = async ({ ports, org, viewer }: SignedInContext, documents: readonly string[]): Promise<boolean> => {
  if (documents.length === 0) return false;
  const owned = await ports.database.read(org, (db) =>
    db
      .selectFrom('read.document')
      .select('uid')
      .where('uid', 'in', [...documents])
      .where('owner_uid', '=', viewer.uid)
      .executeTakeFirst(),
  );
  return owned !== undefined;
};

/**
 * Sends an email again that the receiving server had refused for good. It is written anew from the facts of that
 * moment, and goes to the person's present address. Each refused email is sent again once; if that one is refused too,
 * it can be.
 */
export const sendEmailAgain = personalCommand({
  name: 'email.send-again',
  input: z.object({ key: z.string().min(1).max(300) }),
  permission: 'signed-in',
  async run({ key }, context) {
    const refused = await readRefused(context, key);
    if (!refused?.to_user) return refuse('not_found');
    const { to_user: user, template, refusal, documents } = refused;
    if (!isAdmin(context.viewer.role) && !(await ownsOne(context, documents))) return refuse('not_allowed');
    const sent = await commit(context, async () => {
      const { stream, version, events } = await loadStream(context, streams.emails(user));
      if (events.some(({ type, data }) => type === 'EmailSentAgain' && data.key === key))
        return refuse('email_sent_again');
      const data = { user, key, template, documents, refusal: refusal ?? '' };
      return ok({
        writes: [{ stream, version, events: [{ type: 'EmailSentAgain', data }] }],
        answer: { user },
      });
    });
    // The job does it too; here, so that the next page does not show it any more.
    if (sent.ok) await markSentAgain(context, key);
    return sent;
  },
});

const markSentAgain = ({ ports, org, now }: SignedInContext, key: string) =>
  ports.database.tenant(org, (trx) =>
    trx
      .updateTable('identity.mail_sent')
      .set({ sent_again_at: now })
      .where('org_id', '=', org)
      .where('key', '=', key)
      .execute(),
  );
