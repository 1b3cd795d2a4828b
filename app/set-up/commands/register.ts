import { z } from 'zod';
import type { Named } from '#events/common.ts';
import { decideInTurn } from '#events/decider.ts';
import { functionEvolution, createFunction } from '#events/function/function.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { presetNames, presets, qualityUnitName } from '#events/organisation/controls.ts';
import { defaultSettings } from '#events/organisation/events.ts';
import { isTimeZone } from '#events/organisation/settings.ts';
import { organisationEvolution, createOrganisation } from '#events/organisation/organisation.ts';
import type { SecondFactor } from '#events/organisation/second-factor.ts';
import { streams } from '#events/streams.ts';
import { register as registerUser } from '#events/user/decide/arrive.ts';
import { verifyIdentity } from '#events/user/decide/edit.ts';
import { isNewEmail, normaliseEmail } from '#events/user/email.ts';
import { texts } from '#events/texts.ts';
import { password } from '#app/sign-in/forms/credential.ts';
import { userEvolution, type UserState } from '#events/user/state.ts';
import { commit, type CommandContext } from '#app/kit/command/command.ts';
import { load } from '#app/kit/command/load.ts';
import { personalWords, weakness } from '#app/sign-in/commands/new-password.ts';
import { isEmpty } from '#app/kit/session/set-up-code.ts';
import type { Ports } from '#app/kit/ports.ts';

const text = z.string({ error: texts.required }).trim().min(1, texts.required);

/** Input of the set-up page and the console. */
export const registration = z.object({
  name: text,
  /** IANA name. */
  timeZone: z.string().refine(isTimeZone, 'Enter a time zone such as Europe/Amsterdam').default('UTC'),
  preset: z.enum(presetNames, { error: `Enter ${presetNames.join(' or ')}` }).default('standard'),
  domain: text.regex(/^[^\s@/]+\.[^\s@/]+$/, 'Enter a domain such as example.com'),
  adminFirstName: text,
  adminLastName: text,
  adminEmail: text.refine((email) => email === '' || isNewEmail(normaliseEmail(email)), texts.emailFormat),
  newPassword: password,
});
export type Registration = z.output<typeof registration>;

/** The number of PostgreSQL's advisory lock that set-ups on all nodes take in turn. */
const turn = 4_711_000_007;

/**
 * Creates an organisation and its first admin, ACTIVE with a password. `onlyFirst`: refused once any organisation
 * exists. With an `organisation` uid that is already registered, answers the same again.
 */
export async function registerOrganisation(
  ports: Ports,
  values: Registration,
  through: 'setup' | 'console',
  {
    onlyFirst = false,
    address = null as string | null,
    organisation = ports.newId(),
    // The demonstration alone.
    timesSimulated = false,
    // Nobody of the demonstration has an authenticator.
    secondFactor = presets[values.preset].secondFactor as SecondFactor,
  } = {},
): Promise<Result<{ organisation: string; user: string }>> {
  const person = { firstName: values.adminFirstName, lastName: values.adminLastName, email: values.adminEmail };
  const weak = await weakness(values.newPassword, personalWords(person, [values.name]));
  if (weak) return weak;
  const client = await ports.database.pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [turn]);
    const earlier = await ports.ledger.commandAnswer(organisation, organisation);
    if (earlier) return ok(earlier.answer as { organisation: string; user: string });
    if (onlyFirst && !(await isEmpty(ports.database.pool))) return refuse('setup_already_done');
    return await register(ports, values, { through, address, organisation, timesSimulated, secondFactor });
  } finally {
    await client.query('select pg_advisory_unlock($1)', [turn]);
    client.release();
  }
}

/** The function that is the quality unit from the beginning. */
const createsUnit = ({ uid, name }: Named) =>
  createFunction({ principal: { kind: 'system' }, uid, name, nameInUse: false }, functionEvolution.initialState);

interface Founding {
  through: 'setup' | 'console';
  address: string | null;
  organisation: string;
  timesSimulated: boolean;
  secondFactor: SecondFactor;
}

async function register(
  ports: Ports,
  values: Registration,
  { through, address, organisation, timesSimulated, secondFactor }: Founding,
): Promise<Result<{ organisation: string; user: string }>> {
  const user = ports.newId();
  const now = ports.now();
  const context: CommandContext = {
    ports,
    org: organisation,
    actor: through === 'setup' ? { kind: 'visitor', address } : { kind: 'system', name: 'The console' },
    viewer: null,
    // Once for each organisation.
    commandId: organisation,
    now,
  };
  const person = {
    firstName: values.adminFirstName,
    lastName: values.adminLastName,
    email: values.adminEmail,
    role: 'ADMIN' as const,
    departments: [],
  };
  const emailInUse = (await ports.identity.accounts.find(values.adminEmail)) !== null;
  const { secondFactor: _, ...preset } = presets[values.preset];
  const qualityUnit = preset.qualityUnit ? { uid: ports.newId(), name: qualityUnitName } : null;
  const system = { kind: 'system' } as const;
  const verifying = { principal: system, now, how: 'set_up', programs: [], byUnverified: false } as const;
  const registered = decideInTurn(
    userEvolution,
    [
      (state) => registerUser({ principal: system, now, user, details: person, through, emailInUse }, state),
      ...(preset.controls.identityVerified ? [(state: UserState) => verifyIdentity(verifying, state)] : []),
    ],
    userEvolution.initialState,
  );
  if (!registered.ok) return registered;
  // The password is set first: after a failed append it belongs to nobody.
  await ports.identity.accounts.setPassword({ org: organisation, user, password: values.newPassword, now });
  return commit(context, async () => {
    const place = await load(context, streams.organisation, organisationEvolution);
    const created = createOrganisation(
      {
        principal: system,
        organisation,
        name: values.name,
        domain: values.domain,
        settings: {
          ...defaultSettings,
          timeZone: values.timeZone,
          uploadLimit: ports.config.uploadLimit,
          ...preset,
          qualityUnit,
          ...(secondFactor === 'off' ? {} : { secondFactor }),
        },
        timesSimulated,
      },
      place.state,
    );
    if (!created.ok) return created;
    const unit = qualityUnit && createsUnit(qualityUnit);
    if (unit && !unit.ok) return unit;
    return ok({
      writes: [
        { stream: place.stream, version: place.version, events: created.events },
        { stream: streams.user(user), version: 0, events: registered.events },
        ...(unit && qualityUnit
          ? [{ stream: streams.function(qualityUnit.uid), version: 0, events: unit.events }]
          : []),
      ],
      answer: { organisation, user },
    });
  });
}
