import { z } from 'zod';
import { ok, refuse, type Failure, type Result } from '#events/failures.ts';
import { checkReauthentication } from '#events/single-sign-on/reauthentication.ts';
import type { Flow } from '#app/sign-in/adapters/single-sign-on/flows.ts';
import type { OrganisationSignOn } from '#app/sign-in/adapters/single-sign-on/single-sign-on.ts';
import type { WaitingSignature } from '#app/sign-in/adapters/single-sign-on/waiting-signature.ts';
import type { Command, CommandContext } from '#app/kit/command/command.ts';
import { addressOf, type SignedIn } from '#app/sign-in/commands/begin-session.ts';
import { recordRefusedSigner } from '#app/sign-in/commands/refused-signer.ts';
import { linkOf } from '#app/sign-in/commands/single-sign-on/link-of.ts';
import { signInLinked } from '#app/sign-in/commands/single-sign-on/sign-in-linked.ts';

/** Who came back from the issuer: somebody who is signed in now, or the signer of what waited. */
export type CameBack =
  | ({ kind: 'signed-in'; page: string } & SignedIn)
  | { kind: 'to-sign'; page: string; waiting: WaitingSignature; reauthentication: string }
  | { kind: 'refused'; page: string; failure: Failure };

export const comeBackInput = z.object({ search: z.string(), browser: z.string() });

/** Redeems what the issuer sent the browser back with. It counts once, in the browser that left. */
export const comeBack = (agent: string | null): Command<typeof comeBackInput, CameBack> => ({
  name: 'single-sign-on.come-back',
  input: comeBackInput,
  permission: 'anyone',
  async run({ search, browser }, context) {
    const { ports, now } = context;
    const parameters = new URLSearchParams(search);
    const state = parameters.get('state') ?? '';
    const flow = await ports.singleSignOn.take({ state, browser, now });
    if (!flow) return refuse('single_sign_on_expired');
    const result = flow.waiting
      ? await toSign(context, flow, flow.waiting, parameters)
      : await toSignIn(context, flow, parameters, agent);
    return result.ok ? result : ok({ kind: 'refused', page: flow.page, failure: result.failure });
  },
});

async function toSignIn(
  visitor: CommandContext,
  flow: Flow,
  parameters: URLSearchParams,
  agent: string | null,
): Promise<Result<CameBack>> {
  const { ports, now } = visitor;
  const signOn = await readSignOn(visitor, flow.org);
  if (!signOn) return refuse('single_sign_on_unused');
  const returned = await ports.singleSignOn.redeem(signOn, flow, parameters, now);
  if (!returned.ok) return returned;
  const signedIn = await signInLinked(visitor, signOn, returned.value, agent);
  return signedIn.ok ? ok({ kind: 'signed-in', page: flow.page, ...signedIn.value }) : signedIn;
}

/** A wrong answer counts as a failed attempt of the person who left to sign, and is recorded. */
async function toSign(
  context: CommandContext,
  flow: Flow,
  waiting: WaitingSignature,
  parameters: URLSearchParams,
): Promise<Result<CameBack>> {
  const { ports, viewer, now } = context;
  if (!viewer) return refuse('not_signed_in');
  if (viewer.uid !== flow.user || viewer.org !== flow.org) return refuse('other_person');
  const { org, uid: user, settings } = viewer;
  const own = { ...context, viewer };
  const link = await linkOf(own);
  if (!link.ok) return link;
  const { signOn, issuer, subject } = link.value;
  const outcome = await ports.identity.checkStepUp({
    user,
    settings,
    address: addressOf(context),
    now,
    async check() {
      const returned = await ports.singleSignOn.redeem(signOn, flow, parameters, now);
      if (!returned.ok) return returned;
      const { nonce, askedAt } = flow;
      return checkReauthentication(returned.value.token, { issuer, name: signOn.name, subject, nonce, askedAt, now });
    },
  });
  if (outcome.kind === 'refused') {
    if (outcome.reason) await recordRefusedSigner(own, waiting.document, outcome.reason, outcome.lock);
    return { ok: false, failure: outcome.failure };
  }
  const uid = ports.newId();
  const said = { ...outcome.value, words: waiting.words };
  await ports.singleSignOn.storeReauthentication({ org, uid, user, said, now });
  return ok({ kind: 'to-sign', page: flow.page, waiting, reauthentication: uid });
}

async function readSignOn({ ports }: CommandContext, org: string): Promise<OrganisationSignOn | null> {
  const row = await ports.database.read(org, (db) =>
    db.selectFrom('read.organisation').select('settings').executeTakeFirst(),
  );
  return row?.settings.singleSignOn ? { org, ...row.settings.singleSignOn } : null;
}
