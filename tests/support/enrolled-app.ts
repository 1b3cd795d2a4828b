import { generateSync } from 'otplib';
import { enrolApp, pendingApp } from '#app/sign-in/commands/authenticator-app.ts';
import type { Person, World } from '#app/set-up/demonstration/world.ts';
import type { Services } from '#app/server/services.ts';

/** The code that an app shows at a moment. */
const codeAt = (secret: string, now: string, steps: number): string =>
  generateSync({ secret, epoch: Math.floor(Date.parse(now) / 1000) + 30 * steps });

/** Sets up an authenticator app for a person. Answers its next code, and the recovery codes. */
export async function withApp(
  { services, world }: { services: Services; world: World },
  person: Person,
): Promise<(() => string) & { recoveryCodes: readonly string[] }> {
  const { secret } = await pendingApp({ ports: services, now: services.now(), org: world.org }, person.uid);
  const code = codeAt(secret, services.now(), 0);
  const { codes } = await world
    .with({ ports: services })
    .act(person, enrolApp, { currentPassword: person.password, code });
  return Object.assign(() => codeAt(secret, services.now(), 1), { recoveryCodes: codes ?? [] });
}
