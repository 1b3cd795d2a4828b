import { decode, type E, type Recorded } from '#events/catalogue.ts';
import { fold, type Evolution } from '#events/decider.ts';
import { documentEvolution } from '#events/document/evolve.ts';
import type { DocumentState } from '#events/document/state.ts';
import { withEffectiveDates } from '#events/document/organisation-zones.ts';
import type { Principal } from '#events/permissions.ts';
import { streams } from '#events/streams.ts';
import { fullName, type Viewer } from '#app/kit/query/viewer.ts';
import { readZones } from '#app/kit/query/zones.ts';
import type { CommandContext } from '#app/kit/command/command.ts';

/** A stream: its name, the version that a write must expect, its decoded events. */
export interface LoadedStream {
  stream: string;
  version: number;
  events: Recorded[];
}

type Reading = Pick<CommandContext, 'ports' | 'org'>;

/** Reads and decodes a stream of the context's organisation; version 0 if it is empty. */
export async function loadStream({ ports, org }: Reading, stream: string): Promise<LoadedStream> {
  const { version, events } = await ports.ledger.readStream(org, stream);
  const decoded = await withEffectiveDates(events.map(decode), () => readZones(ports.ledger, org));
  return (await isHidden({ ports, org }, decoded[0]))
    ? { stream, version: 0, events: [] }
    : { stream, version, events: decoded };
}

/** What an import recorded is there for commands once the import is completed. */
async function isHidden({ ports, org }: Reading, first: Recorded | undefined): Promise<boolean> {
  const isImported =
    first?.type === 'DocumentImported' || first?.type === 'TrainingImported' || first?.type === 'PersonImported';
  if (!isImported) return false;
  const { events } = await ports.ledger.readStream(org, streams.import(first.data.import));
  return !events.some(({ type }) => type === 'ImportCompleted');
}

/** Reads a stream and folds it. */
export async function load<V extends E, S>(
  context: Reading,
  stream: string,
  evolution: Evolution<V, S>,
): Promise<LoadedStream & { state: S }> {
  const loaded = await loadStream(context, stream);
  return { ...loaded, state: fold(evolution, loaded.events as (Recorded & V)[]) };
}

/** A document's stream, folded. */
export const loadDocument = (context: CommandContext, uid: string): Promise<LoadedStream & { state: DocumentState }> =>
  load(context, streams.document(uid), documentEvolution);

/** The person as this request found them: only ACTIVE people have sessions. */
export const personOf = ({ serviceAccount, ...viewer }: Viewer): Extract<Principal, { kind: 'user' }> => ({
  kind: 'user',
  uid: viewer.uid,
  name: fullName(viewer),
  role: viewer.role,
  status: 'ACTIVE',
  ...(serviceAccount && { program: { uid: serviceAccount.uid, name: serviceAccount.name } }),
});

/** The actor for rules: the person, else the product. */
export const principalOf = ({ viewer }: CommandContext): Principal => (viewer ? personOf(viewer) : { kind: 'system' });
