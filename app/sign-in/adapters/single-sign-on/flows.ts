import { createHash, randomBytes } from 'node:crypto';
import { addMs, type Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/database.ts';
import type { WaitingSignature } from '#app/sign-in/adapters/single-sign-on/waiting-signature.ts';

/** A person who was sent to the issuer. */
export interface Flow {
  org: string;
  /** Who is to sign; null for a sign-in, whose person is not known yet. */
  user: string | null;
  nonce: string;
  verifier: string;
  /** Where the person goes afterwards, as a path of this site. */
  page: string;
  waiting: WaitingSignature | null;
  askedAt: Instant;
}

type Tenant = Pick<Database, 'tenant'>;

/** So long a person may take at the issuer. */
export const flowMs = 10 * 60_000;

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
const random = (): string => randomBytes(32).toString('base64url');

/** Records a flow. Answers the state that the issuer sends back, and the value of the cookie that the browser keeps. */
export async function startFlow(database: Tenant, flow: Flow): Promise<{ state: string; browser: string }> {
  const { org, user, askedAt, ...rest } = flow;
  const [state, browser] = [`${org}.${random()}`, random()];
  await database.tenant(org, (db) =>
    db
      .insertInto('identity.single_sign_on_flow')
      .values({
        org_id: org,
        state: hash(state),
        browser: hash(browser),
        user_uid: user,
        asked_at: askedAt,
        expires_at: addMs(askedAt, flowMs),
        ...rest,
      })
      .execute(),
  );
  return { state, browser };
}

/** The flow of a state, once, in the browser that began it; null where there is none or it has expired. */
export async function takeFlow(
  database: Tenant,
  { state, browser, now }: { state: string; browser: string; now: Instant },
): Promise<Flow | null> {
  const org = /^([0-9a-f-]{36})\./.exec(state)?.[1];
  if (org === undefined || !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(org)) return null;
  const row = await database.tenant(org, (db) =>
    db
      .deleteFrom('identity.single_sign_on_flow')
      .where('org_id', '=', org)
      .where('state', '=', hash(state))
      .where('browser', '=', hash(browser))
      .returningAll()
      .executeTakeFirst(),
  );
  if (!row || row.expires_at <= now) return null;
  const { user_uid: user, nonce, verifier, page, waiting, asked_at: askedAt } = row;
  return { org, user, nonce, verifier, page, waiting, askedAt };
}
