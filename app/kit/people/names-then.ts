import { sql, type Kysely } from 'kysely';
import type { EventType, Recorded } from '#events/catalogue.ts';
import { streams } from '#events/streams.ts';
import { evolve, initialState, type UserEvent, type UserState } from '#events/user/state.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { readNamingEvents } from '#app/kit/query/naming-events.ts';
import { ownRows } from '#app/kit/query/own-rows.ts';
import { folded } from '#app/ui/text/folded.ts';

/** The name that a person had before an event; `email`: theirs then, if somebody else had the same name then. */
export type NamesThen = (uid: string, position: string) => { name: string; email: string | null } | null;

/** Events that name a person or change the name or the email. */
const naming: readonly EventType[] = ['UserRegistered', 'UserInvited', 'UserEdited', 'EmailChanged'];

/** Reads the names of these people and of everybody who ever had one of their names. */
export async function readNamesThen(db: Kysely<Database>, uids: readonly string[]): Promise<NamesThen> {
  const read = (some: readonly string[]) => readNamingEvents(db, some, streams.user, naming);
  const people = await read([...new Set(uids)]);
  const namesakes = await readNamesakes(db, namesOf([...people.values()]));
  return namesThen(new Map([...people, ...(await read(namesakes.filter((uid) => !people.has(uid))))]));
}

/** Every name that people with these events had. */
export const namesOf = (people: readonly (readonly Recorded[])[]): string[] => [
  ...new Set(people.flatMap((events) => historyOf(events).map(({ name }) => name))),
];

/** The uids of all who have one of these names, and of all who were ever renamed. */
export async function readNamesakes(db: Kysely<Database>, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    select u.uid::text as uid from ${ownRows('read.user_account')} u
      where u.full_name_folded = any(array(select read.folded(name) from unnest(${names}::text[]) name))
    union select substr(stream, ${streams.user('').length + 1}) from ${ownRows('ledger.event')} event
      where type = 'UserEdited' and canonical ~ '"field":"(first|last)Name"'`.execute(db);
  return rows.map(({ uid }) => uid);
}

interface Name {
  /** The position of the event that gave it. */
  from: bigint;
  name: string;
  email: string;
}

function historyOf(events: readonly Recorded[]): Name[] {
  let state: UserState = initialState;
  return events.flatMap((event) => {
    state = evolve(state, event as Recorded & UserEvent);
    if (state.kind === 'absent') return [];
    const { firstName, lastName, email } = state;
    return [{ from: BigInt(event.position), name: `${firstName} ${lastName}`.trim(), email }];
  });
}

/** `people`: by uid the events that named them, oldest first. */
export function namesThen(people: ReadonlyMap<string, readonly Recorded[]>): NamesThen {
  const histories = new Map(Array.from(people, ([uid, events]) => [uid, historyOf(events)]));
  const bearers = new Map<string, Set<string>>();
  for (const [uid, history] of histories)
    for (const { name } of history) bearers.set(folded(name), (bearers.get(folded(name)) ?? new Set()).add(uid));
  const before = (uid: string, position: bigint) => histories.get(uid)?.findLast(({ from }) => from < position);
  return (uid, position) => {
    const at = BigInt(position);
    const own = before(uid, at) ?? histories.get(uid)?.[0];
    if (!own) return null;
    const name = folded(own.name);
    const shared = [...bearers.get(name)!].some((other) => {
      const theirs = other === uid ? undefined : before(other, at);
      return theirs !== undefined && folded(theirs.name) === name;
    });
    return { name: own.name, email: shared ? own.email : null };
  };
}
