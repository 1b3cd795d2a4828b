import type { z } from 'zod';
import type { Failure, Result } from '#events/failures.ts';
import { execute, type Command } from '#app/kit/command/command.ts';
import { problemOf, type ProblemView } from '#app/kit/errors/problem.ts';
import type { CodePurpose } from '#app/sign-in/adapters/codes.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import type { TestServices } from '#tests/support/services.ts';

/** Runs a command as somebody who is not signed in, at one network address or at another. */
export const visit = <S extends z.ZodType, O>(
  services: TestServices,
  command: Command<S, O>,
  input: z.input<S>,
  { commandId = services.newId(), address = '192.0.2.7' } = {},
): Promise<Result<O>> =>
  execute(command, input, {
    ports: services,
    org: '',
    actor: { kind: 'visitor', address },
    viewer: null,
    commandId,
    now: services.now(),
  });

/** A code as the job would put it into a letter at this moment. */
export const codeFor = (
  services: Pick<TestServices, 'now' | 'newId' | 'identity'>,
  person: Person,
  purpose: CodePurpose,
): Promise<string> => {
  const issuedAt = services.now();
  const expiresAt = new Date(Date.parse(issuedAt) + 24 * 3_600_000).toISOString();
  return services.identity.codes.issue({
    org: person.org,
    user: person.uid,
    purpose,
    key: services.newId(),
    issuedAt,
    expiresAt,
  });
};

/** What a screen shows of a refusal: status and words. Throws where there was none. */
export function shown(result: Result<unknown>): Pick<ProblemView, 'status' | 'title'> & { failure: Failure } {
  if (result.ok) throw new Error(`Accepted: ${JSON.stringify(result.value)}`);
  const { status, title } = problemOf(result.failure);
  return { status, title, failure: result.failure };
}

/** The events of one stream of a person's organisation, oldest first: type and payload. */
export const recordedOn = async (services: TestServices, org: string, stream: string) =>
  (await services.ledger.readStream(org, stream)).events.map(({ type, data, actor }) => ({ type, data, actor }));
