import { setTimeout } from 'node:timers/promises';
import type { z } from 'zod';
import { codeOf } from '#events/error-code.ts';
import { encode, type E } from '#events/catalogue.ts';
import type { Actor } from '#events/actor.ts';
import { fieldMessages, ok, plainWords, refuse, type Failure, type Result } from '#events/failures.ts';
import type { Append, AppendOutcome, Json, StreamExpectation } from '#events/ledger/types.ts';
import type { ServiceAccount } from '#events/service-account/account.ts';
import { mayCause } from '#events/service-account/allowed-events.ts';
import { roleMay, type Action } from '#events/permissions.ts';
import type { Instant } from '#events/time.ts';
import { withReason, type Reasoned, type ReasonRule } from '#app/kit/command/reason.ts';
import type { Ports } from '#app/kit/ports.ts';
import { failureOfConstraint, failureOfNoRoom } from '#app/kit/command/database-failures.ts';
import { readActingPerson } from '#app/kit/command/acting-person.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';

/** The actor and the id of a command. A repeated `commandId` gets the first answer. */
export interface CommandContext {
  readonly ports: Ports;
  readonly org: string;
  readonly actor: Actor;
  /** The signed-in person; null for the clock, the console and visitors. */
  readonly viewer: Viewer | null;
  readonly commandId: string;
  /** The moment of the command. */
  readonly now: Instant;
}

/** The context of a signed-in person. */
export type SignedInContext = CommandContext & { readonly viewer: Viewer };

/**
 * An action of a person on a screen or through the API, with its input and permission; `run` decides and appends.
 * `refusedAs` is the specification's refusal for a role without the permission ('publish_requires_admin').
 */
export interface Command<S extends z.ZodType, O> {
  readonly name: string;
  readonly input: S;
  readonly permission: Action | 'signed-in' | 'anyone';
  readonly refusedAs?: Failure['code'];
  /** Asks why, in the field `reason` of its input, which the schema leaves out. */
  readonly reason?: ReasonRule | undefined;
  run(input: z.output<S>, context: CommandContext): Promise<Result<O>>;
}

/** A command of a signed-in person, who is given to `run`. */
export interface PersonalCommand<S extends z.ZodType, O, R extends ReasonRule | undefined> extends Omit<
  Command<S, O>,
  'permission' | 'reason' | 'run'
> {
  readonly permission: Action | 'signed-in';
  readonly reason?: R;
  run(input: z.output<S> & Reasoned<R>, context: SignedInContext): Promise<Result<O>>;
}

/** Declares a command for a signed-in person. */
export const personalCommand = <S extends z.ZodType, O, R extends ReasonRule | undefined = undefined>(
  command: PersonalCommand<S, O, R>,
): Command<S, O> => ({
  ...command,
  run: (input, context) =>
    context.viewer === null
      ? Promise.resolve(refuse('not_signed_in'))
      : command.run(input as z.output<S> & Reasoned<R>, context as SignedInContext),
});

/**
 * Runs a command: checks the permission, parses the input, answers a repeated command id with its first answer. Invalid
 * input is refused with `invalid_input` and messages per field.
 */
export async function execute<S extends z.ZodType, O>(
  command: Command<S, O>,
  input: unknown,
  context: CommandContext,
): Promise<Result<O>> {
  const { permission, refusedAs = 'not_allowed' } = command;
  if (permission !== 'anyone') {
    if (!context.viewer) return refuse('not_signed_in');
    if (permission !== 'signed-in' && !roleMay(context.viewer.role, permission)) {
      logRefusal(command.name, context, { code: refusedAs });
      return refuse(refusedAs);
    }
  }
  const schema = withReason(command.input, command.reason, context.viewer);
  const parsed = schema.safeParse(input, { error: plainWords });
  if (!parsed.success) return refuse('invalid_input', { fields: fieldMessages(parsed.error) });
  const own = { ...context, commandId: `${command.name}/${context.commandId}` };
  // A visitor's command finds its organisation itself, and only then an earlier answer.
  const [stale, earlier] = await Promise.all([changedMeanwhile(context), answerOf<O>(own)]);
  if (stale) {
    logRefusal(command.name, context, stale.failure);
    return stale;
  }
  if (earlier) return earlier;
  const result = await command.run(parsed.data as z.output<S>, own).catch((fault: unknown): Result<O> => {
    const failure = failureOfNoRoom(fault);
    if (!failure) throw fault;
    context.ports.log.error({ err: fault, command: command.name }, 'the database has no room');
    return { ok: false, failure };
  });
  if (!result.ok) {
    // If the same form was sent twice at once, the second may be refused because of what the first did.
    const meanwhile = await answerOf<O>(own);
    if (meanwhile) return meanwhile;
    // A person who lost the role or the account meanwhile gets that refusal.
    const since = result.failure.code === 'not_allowed' ? await changedMeanwhile(context) : null;
    const refused = since ?? result;
    logRefusal(command.name, context, refused.failure);
    return refused;
  }
  return result;
}

/** Where the database says something else about a person than the ledger, the log says so as an error. */
function logRefusal(command: string, { ports, viewer }: CommandContext, { code }: Failure): void {
  const level = code === 'person_not_as_recorded' ? 'error' : 'info';
  ports.log[level]({ command, user: viewer?.uid, role: viewer?.role, refusal: code }, 'refused');
}

/** The viewer was read when the request began, and its body may have taken minutes: the person's rights, read again. */
async function changedMeanwhile({ ports, viewer }: CommandContext): Promise<{ ok: false; failure: Failure } | null> {
  const person = viewer && (await readActingPerson(ports.ledger, viewer));
  return person?.ok === false ? person : null;
}

/** The earlier answer of this command id, if there is one. */
async function answerOf<O>({ ports, org, commandId }: CommandContext): Promise<Result<O> | null> {
  const earlier = org === '' ? null : await ports.ledger.commandAnswer(org, commandId);
  return earlier && ok(earlier.answer as O);
}

/** One attempt of a command: what to record, decided on what it has read. */
export interface Intent<O> {
  /** By stream: the version that was read and the new events. Streams without events are only expected unchanged. */
  writes: { stream: string; version: number; events: readonly E[] }[];
  expect?: StreamExpectation[];
  answer: O;
}

/** Versions by stream. Of a stream that was read twice the earlier one counts, so that a write in between shows. */
function versionsOf(read: readonly StreamExpectation[]): Map<string, number> {
  const versions = new Map<string, number>();
  for (const { stream, version } of read) versions.set(stream, Math.min(version, versions.get(stream) ?? version));
  return versions;
}

/** For so long a command is decided again after others' writes to its streams; nobody types a password twice. */
const patienceMs = 20_000;

/** Apart from each other, so that those who wait do not meet again. Milliseconds. */
const pauseAfter = (tries: number): number => Math.random() * Math.min(250, 10 * tries);

/** PostgreSQL's lock_not_available: the append waited too long for the organisation's lock. Nothing was recorded. */
const lockNotAvailable = '55P03';

async function append({ ports }: CommandContext, wanted: Append): Promise<AppendOutcome | { kind: 'busy' }> {
  try {
    return await ports.ledger.append(wanted);
  } catch (error) {
    if (codeOf(error) === lockNotAvailable) return { kind: 'busy' };
    throw error;
  }
}

/** Why a service account may not cause these events, whatever operation led to them; null where it may. */
function forbiddenTo({ scopes }: ServiceAccount, writes: Intent<unknown>['writes']) {
  const events = writes.flatMap((write) => write.events);
  const causes = events.map(({ type }) => mayCause(scopes, type));
  if (causes.includes('never')) return refuse('service_account_forbidden');
  return causes.includes('no-scope') ? refuse('service_account_scope') : null;
}

/**
 * Appends what `attempt` decides, where the viewer still has the role by then. If another writer changed a stream
 * meanwhile it reads and decides again, for as long as a person waits, then refuses with `conflict`. Without events
 * nothing is recorded.
 */
export async function commit<O>(
  context: CommandContext,
  attempt: () => Promise<Result<Intent<O>>>,
): Promise<Result<O>> {
  const { viewer, ports } = context;
  const until = performance.now() + patienceMs;
  for (let tries = 1; ; tries++) {
    const [intent, person] = await Promise.all([attempt(), viewer && readActingPerson(ports.ledger, viewer)]);
    if (!intent.ok) return intent;
    const { writes, expect = [], answer } = intent.value;
    const written = writes.filter(({ events }) => events.length > 0);
    if (written.length === 0) return ok(answer);
    if (person?.ok === false) return person;
    const account = person?.value.account ?? null;
    const forbidden = account && forbiddenTo(account, written);
    if (forbidden) return forbidden;
    const versions = versionsOf([...writes, ...expect, ...(person?.value.expect ?? [])]);
    const outcome = await append(context, {
      org: context.org,
      actor: context.actor,
      commandId: context.commandId,
      writes: written.map(({ stream, events }) => ({
        stream,
        expectedVersion: versions.get(stream)!,
        events: events.map(encode),
      })),
      expect: [...versions]
        .filter(([stream]) => !written.some((write) => write.stream === stream))
        .map(([stream, version]) => ({ stream, version })),
      answer: (answer ?? null) as Json,
      ...(account && { before: account.expiresAt }),
    });
    switch (outcome.kind) {
      case 'busy':
        return refuse('ledger_busy');
      case 'appended':
        return ok(answer);
      case 'repeated':
        return ok(outcome.answer as O);
      case 'late':
        return refuse('service_account_expired');
      case 'violated':
        return { ok: false, failure: failureOfConstraint(outcome.constraint) };
      case 'conflict':
        if (performance.now() > until) return refuse('conflict');
        await setTimeout(pauseAfter(tries));
    }
  }
}
