import { z } from 'zod';
import { ok, type Result } from '#events/failures.ts';
import { streams } from '#events/streams.ts';
import { texts } from '#events/texts.ts';
import { enrolAuthenticator } from '#events/user/decide/authenticators.ts';
import { userEvolution } from '#events/user/state.ts';
import { personalCommand } from '#app/kit/command/command.ts';
import { checkPassword } from '#app/sign-in/commands/check-password.ts';
import { ownPasskeys } from '#app/sign-in/commands/passkey/own-passkeys.ts';
import { change } from '#app/kit/command/change.ts';
import { passkeyName } from '#app/sign-in/forms/passkey.ts';
import { password } from '#app/sign-in/forms/credential.ts';
import type { Passkeys } from '#app/sign-in/adapters/passkey/passkeys.ts';
import { fullName } from '#app/kit/query/viewer.ts';

/** What the browser is to make a passkey of (WebAuthn). */
export type PasskeyToMake = Awaited<ReturnType<Passkeys['askToEnrol']>>;

/** Checks the person's password, and asks their browser for a new passkey. Nothing is enrolled yet. */
export const askForNewPasskey = personalCommand({
  name: 'passkey.ask',
  input: z.object({ password }),
  permission: 'signed-in',
  async run(input, context): Promise<Result<PasskeyToMake>> {
    const { org, viewer, now, ports } = context;
    const checked = await checkPassword.run({ email: viewer.email, password: input.password }, context);
    if (!checked.ok) return checked;
    const known = await ownPasskeys(context);
    const person = { org, user: viewer.uid, email: viewer.email, name: fullName(viewer) };
    return ok(
      await ports.identity.passkeys.askToEnrol(
        person,
        known.map(({ credentialId }) => credentialId),
        now,
      ),
    );
  },
});

/** Enrols the passkey that the browser made. Its challenge says that the password was checked within five minutes. */
export const enrolPasskey = personalCommand({
  name: 'passkey.enrol',
  input: z.object({ name: passkeyName, passkey: z.string({ error: texts.required }).max(65_536, texts.invalid) }),
  permission: 'signed-in',
  async run({ name, passkey }, context) {
    const { org, viewer, ports } = context;
    const made = await ports.identity.passkeys.enrolled({ org, user: viewer.uid }, passkey, context.now);
    if (!made.ok) return made;
    const authenticator = { uid: ports.newId(), kind: 'passkey' as const, model: name, ...made.value };
    const target = { stream: streams.user(viewer.uid), evolution: userEvolution };
    return change(context, target, (state, { principal, now }) => ({
      decision: enrolAuthenticator({ principal, now, authenticator }, state),
      answer: { authenticator: authenticator.uid },
    }));
  },
});
