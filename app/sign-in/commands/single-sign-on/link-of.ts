import { ok, refuse } from '#events/failures.ts';
import { signOnOf } from '#events/single-sign-on/settings.ts';
import { streams } from '#events/streams.ts';
import { userEvolution } from '#events/user/state.ts';
import type { SignedInContext } from '#app/kit/command/command.ts';
import { load } from '#app/kit/command/load.ts';
import { passwordsUnused } from '#app/sign-in/commands/single-sign-on/sign-on-of.ts';

/** What the person's account at the present issuer is; refuses a person who has never signed in there. */
export async function linkOf(context: SignedInContext) {
  const { viewer } = context;
  const issuer = signOnOf(viewer.settings, viewer.uid);
  if (!issuer) return refuse('single_sign_on_unused');
  const { state } = await load(context, streams.user(viewer.uid), userEvolution);
  const directory = state.kind === 'user' ? state.directory : null;
  return directory?.issuer === issuer.issuer
    ? ok({ signOn: { org: viewer.org, ...issuer }, ...directory })
    : passwordsUnused(issuer.name);
}
