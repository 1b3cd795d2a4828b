import type { E } from '#events/catalogue.ts';
import { ok } from '#events/failures.ts';
import { streams } from '#events/streams.ts';
import { endsToRecord } from '#events/user/session-ends.ts';
import type { EndedSession, Visit } from '#app/kit/session/sessions.ts';
import { systemContext } from '#app/kit/command/system.ts';
import { commit, type CommandContext } from '#app/kit/command/command.ts';
import { loadStream } from '#app/kit/command/load.ts';
import type { Ports } from '#app/kit/ports.ts';

/**
 * Records that a person's sessions ended, each once: an end that the stream already has is left out. Then the sessions
 * are forgotten. Throws where nothing could be recorded; the job that cleans up tries again.
 */
export async function recordEnds(
  context: CommandContext,
  user: string,
  ended: readonly EndedSession[],
  reason: string | null = null,
): Promise<void> {
  if (ended.length === 0) return;
  // It has happened: who changed their own role a moment ago has no rights of before that could be asked for.
  const own = { ...context, viewer: null, commandId: context.ports.newId() };
  const recorded = await commit(own, async () => {
    const { stream, version, events } = await loadStream(own, streams.access(user));
    return ok({
      writes: [{ stream, version, events: endsToRecord(user, events as E[], ended, reason) }],
      answer: null,
    });
  });
  if (!recorded.ok) throw new Error(`The end of sessions of ${user} could not be recorded: ${recorded.failure.code}`);
  await own.ports.identity.sessions.forget(
    own.org,
    ended.map(({ publicId }) => publicId),
  );
}

/** Records what ended without an act of this person: by the clock, or left behind by a process that died. */
const recordAsSystem = (ports: Ports, ended: EndedSession): Promise<void> =>
  recordEnds(systemContext(ports, ended.org, 'The clock', ports.newId()), ended.user, [ended]);

/** `sessions.validate`; a session that it finds expired is recorded as that. */
export const validateSession = (
  ports: Ports,
  token: string,
  seen: Omit<Parameters<Ports['identity']['sessions']['validate']>[1], 'expired'>,
): Promise<Visit | null> =>
  ports.identity.sessions.validate(token, {
    ...seen,
    // Only the record waits for the job that cleans up: the person is asked to sign in either way.
    expired: (ended) =>
      recordAsSystem(ports, ended).catch((err: unknown) =>
        ports.log.error({ err, user: ended.user }, 'session.end_not_recorded'),
      ),
  });

/** Records the sessions of an organisation that have expired since, or whose end nobody recorded. */
export async function recordExpiredSessions(ports: Ports, org: string): Promise<void> {
  for (const ended of await ports.identity.sessions.unrecorded(org, ports.now())) await recordAsSystem(ports, ended);
}
