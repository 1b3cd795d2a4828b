import { trustPayload } from '#events/catalogue.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import type { Ledger, StreamExpectation } from '#events/ledger/types.ts';
import { streams } from '#events/streams.ts';
import { userDecider } from '#events/user/decide.ts';
import type { UserEvent } from '#events/user/state.ts';
import { fold } from '#events/decider.ts';
import type { Viewer } from '#app/queries/viewer.ts';

/**
 * Whether the viewer has the role in the ledger, and is ACTIVE there (21 CFR 11.10(d), (g)); answers the stream that
 * says so. The read models, from which the viewer comes, can be edited by the owner of the database.
 */
export async function readActingPerson(
  ledger: Pick<Ledger, 'readStream'>,
  viewer: Viewer,
): Promise<Result<StreamExpectation[]>> {
  const [person, account] = await Promise.all([readPerson(ledger, viewer), readAccount(ledger, viewer)]);
  if (!person.ok) return person;
  return account.ok ? ok([person.value, ...account.value]) : account;
}

/** The service account's stream, where the viewer is one that is not revoked. */
async function readAccount(ledger: Pick<Ledger, 'readStream'>, viewer: Viewer): Promise<Result<StreamExpectation[]>> {
  if (!viewer.serviceAccount) return ok([]);
  const stream = streams.serviceAccount(viewer.serviceAccount.uid);
  const { version, events } = await ledger.readStream(viewer.org, stream);
  const revoked = version === 0 || events.some(({ type }) => type === 'ServiceAccountRevoked');
  return revoked ? refuse('service_account_revoked') : ok([{ stream, version }]);
}

async function readPerson(ledger: Pick<Ledger, 'readStream'>, viewer: Viewer): Promise<Result<StreamExpectation>> {
  const stream = streams.user(viewer.uid);
  const { version, events } = await ledger.readStream(viewer.org, stream);
  const person = fold(userDecider, events.map(trustPayload) as UserEvent[]);
  if (person.kind !== 'user' || person.status !== 'ACTIVE') return refuse('not_signed_in');
  return person.role === viewer.role ? ok({ stream, version }) : refuse('conflict');
}
