import { approveDocument, askPasskeyToApprove } from '#app/approvals/commands/sign.ts';
import { askForNewPasskey, enrolPasskey } from '#app/sign-in/commands/passkey/enrol.ts';
import { signatureOf, type Person, type World } from '#app/set-up/demonstration/world.ts';
import { softwarePasskey, type SoftwarePasskey } from '#tests/support/passkey/software-passkey.ts';

/** A passkey that the person has enrolled. */
export async function enrolledPasskey(world: World, person: Person): Promise<SoftwarePasskey> {
  const passkey = softwarePasskey(world.ports.config.publicUrl);
  const { challenge } = await world.act(person, askForNewPasskey, { password: person.password });
  const answer = JSON.stringify(passkey.register(challenge));
  await world.act(person, enrolPasskey, { name: 'Laptop', passkey: answer });
  return passkey;
}

/** The form of an approval with the answer of a passkey. */
export async function approvalWithPasskey(
  world: World,
  person: Person,
  { approval, passkey }: { approval: string; passkey: SoftwarePasskey },
) {
  const form = { ...signatureOf(person), approval };
  const { challenge } = await world.act(person, askPasskeyToApprove, { ...form, decision: 'approve' });
  return { ...form, passkey: JSON.stringify(passkey.answer(challenge)) };
}

/** Approves with a passkey. */
export const approveWithPasskey = async (...args: Parameters<typeof approvalWithPasskey>) =>
  args[0].act(args[1], approveDocument, await approvalWithPasskey(...args));
