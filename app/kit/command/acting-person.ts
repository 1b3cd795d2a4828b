import { trustPayload } from '#events/catalogue.ts';
import { ok, refuse, type Failure, type Result } from '#events/failures.ts';
import type { Ledger, RecordedEvent, StreamExpectation } from '#events/ledger/types.ts';
import { serviceAccountEvolution, type AccountEvent, type ServiceAccount } from '#events/service-account/account.ts';
import { streams } from '#events/streams.ts';
import { userEvolution } from '#events/user/state.ts';
import type { UserEvent } from '#events/user/state.ts';
import { fold } from '#events/decider.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';

/** Who acts, by the ledger. */
export interface ActingPerson {
  /** The streams that say so. */
  readonly expect: readonly StreamExpectation[];
  /** The service account that acts in the person's name, if one does. */
  readonly account: ServiceAccount | null;
}

/**
 * Whether the viewer has the role in the ledger, and is ACTIVE there (21 CFR 11.10(d), (g)). The read models, from
 * which the viewer comes, can be edited by the owner of the database.
 */
export async function readActingPerson(
  ledger: Pick<Ledger, 'readStream'>,
  viewer: Viewer,
): Promise<Result<ActingPerson>> {
  const [person, program] = await Promise.all([readPerson(ledger, viewer), readAccount(ledger, viewer)]);
  if (!person.ok) return person;
  if (!program) return ok({ expect: [person.value], account: null });
  const { stream, version, account } = program;
  if (!account || account.revoked) return refuse('service_account_revoked');
  return ok({ expect: [person.value, { stream, version }], account });
}

async function readAccount(ledger: Pick<Ledger, 'readStream'>, { org, serviceAccount }: Viewer) {
  if (!serviceAccount) return null;
  const stream = streams.serviceAccount(serviceAccount.uid);
  const { version, events } = await ledger.readStream(org, stream);
  return { stream, version, account: fold(serviceAccountEvolution, events.map(trustPayload) as AccountEvent[]) };
}

async function readPerson(ledger: Pick<Ledger, 'readStream'>, viewer: Viewer): Promise<Result<StreamExpectation>> {
  const stream = streams.user(viewer.uid);
  const { version, events } = await ledger.readStream(viewer.org, stream);
  const person = fold(userEvolution, events.map(trustPayload) as UserEvent[]);
  if (person.kind !== 'user' || person.status !== 'ACTIVE') return refuse('not_signed_in');
  return person.role === viewer.role ? ok({ stream, version }) : whyDifferent(events, viewer);
}

/**
 * The refusal where a person's own events say something else than the viewer: somebody changed the person since the
 * viewer was read, or changed the read model behind the ledger.
 */
export const whyDifferent = (
  events: readonly Pick<RecordedEvent, 'position'>[],
  viewer: Viewer,
): { ok: false; failure: Failure } =>
  refuse(
    events.some(({ position }) => BigInt(position) > BigInt(viewer.position)) ? 'conflict' : 'person_not_as_recorded',
  );
