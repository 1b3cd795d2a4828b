import type { Recorded } from '#events/catalogue.ts';
import type { NamesThen } from '#app/kit/people/names-then.ts';

/** Who is named in a part of an event: `user` where `uid` is that of an approval. */
const uidOf = (part: object): unknown => ('user' in part ? part.user : 'uid' in part ? part.uid : null);

/** The uids of everybody whom a part of an event names. */
export function uidsNamedIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const uid = 'name' in part ? uidOf(part) : null;
  return [...(typeof uid === 'string' ? [uid] : []), ...Object.values(part).flatMap(uidsNamedIn)];
}

/** An event with the email beside each name that several people had before it. */
export const withEmailBesideNames = <T extends Recorded>(event: T, namesThen: NamesThen): T =>
  withEmail(event, (uid) => namesThen(uid, event.position)?.email ?? null);

function withEmail<T>(part: T, emailOf: (uid: string) => string | null): T {
  if (Array.isArray(part)) return part.map((one: unknown) => withEmail(one, emailOf)) as T;
  if (typeof part !== 'object' || part === null) return part;
  const parts = Object.entries(part).map(([key, value]) => [key, withEmail<unknown>(value, emailOf)]);
  const uid = 'name' in part ? uidOf(part) : null;
  const email = typeof uid === 'string' ? emailOf(uid) : null;
  return Object.fromEntries(
    parts.map(([key, value]) => [key, key === 'name' && email ? `${String(value)} (${email})` : value]),
  ) as T;
}

/** The name of a person whom an event has only the uid of, with the email if another person had it too. */
export const nameBefore =
  (namesThen: NamesThen, position: string) =>
  (uid: string): string => {
    const { name = uid, email = null } = namesThen(uid, position) ?? {};
    return email ? `${name} (${email})` : name;
  };
