import { z } from 'zod';
import { ok, type Result } from '#events/failures.ts';
import { serviceAccountEvolution } from '#events/service-account/account.ts';
import * as rules from '#events/service-account/account.ts';
import { scopes } from '#events/service-account/scopes.ts';
import { streams } from '#events/streams.ts';
import { nameKey } from '#events/text.ts';
import { texts } from '#events/texts.ts';
import { change } from '#app/kit/command/change.ts';
import { personalCommand, type CommandContext } from '#app/kit/command/command.ts';
import { parseDate } from '#app/kit/forms/date.ts';
import { isNetwork } from '#app/adapters/environment/network.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';

/** The answer to a made token: `token` is its only copy, and null where the command had run before. */
interface Issued {
  account: string;
  name: string;
  token: string | null;
}

/** One of the networks a line. */
const networks = z
  .string()
  .default('')
  .transform((lines) => lines.split(/[\s,]+/).filter((line) => line !== ''));

const targetOf = (account: string) => ({ stream: streams.serviceAccount(account), evolution: serviceAccountEvolution });

/**
 * Makes a token, records the event that lets it count, and answers it. A crash in between leaves a hash that nothing
 * names; the next rotation deletes it.
 */
async function withNewToken(
  context: CommandContext,
  account: string,
  record: (token: string) => Promise<Result<{ account: string; name: string; made: string }>>,
): Promise<Result<Issued>> {
  const { ports, org, now } = context;
  const { uid, token } = await ports.identity.serviceTokens.create({ org, account, now });
  const recorded = await record(uid);
  if (!recorded.ok) return recorded;
  const { name, made } = recorded.value;
  if (made !== uid) return ok({ account: recorded.value.account, name, token: null });
  await ports.identity.serviceTokens.keepOnly({ org, account, uid });
  return ok({ account, name, token });
}

/** Creates a service account with its first token. The rule checks all fields, so that one answer names all. */
export const createServiceAccount = personalCommand({
  name: 'service-account.create',
  input: z.object({
    name: z.string().default(''),
    owner: sentUid(texts.required),
    scopes: z.array(z.enum(scopes, texts.invalid)).default([]),
    /** A date as people write it. */
    expires: z.string().default(''),
    networks,
  }),
  permission: 'service_account.manage',
  async run({ name, owner, scopes: wanted, expires, networks: allowed }, context) {
    const { viewer, ports } = context;
    const account = ports.newId();
    return withNewToken(context, account, (token) =>
      change(context, targetOf(account), async (state, { principal, now }) => ({
        decision: rules.createServiceAccount(
          {
            principal,
            now,
            account,
            token,
            name,
            nameInUse: await isTaken(context, name),
            owner: await readOwner(context, owner),
            scopes: wanted,
            expiresAt: parseDate(expires.trim(), viewer.settings.timeZone),
            networks: allowed,
            wrongNetwork: allowed.find((line) => !isNetwork(line)),
          },
          state,
        ),
        answer: { account, name, made: token },
      })),
    );
  },
});

/** Gives the account another token; the one before stops working at once. */
export const rotateServiceAccount = personalCommand({
  name: 'service-account.rotate',
  input: z.object({ account: sentUid() }),
  permission: 'service_account.manage',
  reason: 'offered',
  run: ({ account, reason }, context) =>
    withNewToken(context, account, (token) =>
      change(context, targetOf(account), (state, { principal, now }) => ({
        decision: rules.rotateServiceAccount({ principal, now, token, reason }, state),
        answer: { account, name: state?.name ?? '', made: token },
      })),
    ),
});

/** Ends a service account, for a reason. */
export const revokeServiceAccount = personalCommand({
  name: 'service-account.revoke',
  input: z.object({ account: sentUid() }),
  permission: 'service_account.manage',
  reason: 'required',
  run: ({ account, reason }, context) =>
    change(context, targetOf(account), (state, { principal, now }) => ({
      decision: rules.revokeServiceAccount({ principal, now, reason }, state),
      answer: { account, name: state?.name ?? '' },
    })),
});

const readOwner = ({ ports, org }: CommandContext, uid: string) =>
  ports.database.read(org, async (db) => {
    const found = await db
      .selectFrom('read.user_account')
      .select(['uid', 'full_name as name', 'role', 'status'])
      .where('uid', '=', uid)
      .executeTakeFirst();
    return found ?? null;
  });

const isTaken = ({ ports, org, now }: CommandContext, name: string): Promise<boolean> =>
  ports.database.read(org, async (db) => {
    const others = await db
      .selectFrom('read.service_account')
      .select('name')
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .execute();
    return others.some((other) => nameKey(other.name) === nameKey(name));
  });
