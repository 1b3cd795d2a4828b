import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '#app/database/schema.ts';
import { nameApart } from '#app/queries/user/name-apart.ts';

/** People by uid: the name of today, and the email of those who share their name with somebody of the organisation. */
export type NamedPeople = ReadonlyMap<string, { name: string; email: string | null }>;

/** Reads those of these uids that are people. */
export async function readNamedPeople(db: Kysely<Database>, uids: readonly string[]): Promise<NamedPeople> {
  const wanted = [...new Set(uids)].filter((uid) => z.uuid().safeParse(uid).success);
  if (wanted.length === 0) return new Map();
  const rows = await db
    .selectFrom('read.user_account as u')
    .select(['u.uid', 'u.full_name as name', 'u.email', nameApart('u').as('apart')])
    .where('u.uid', 'in', wanted)
    .execute();
  return new Map(rows.map(({ uid, name, email, apart }) => [uid, { name, email: apart === name ? null : email }]));
}

/** Who is named in a part of an event: `user` where `uid` is that of an approval. */
const uidOf = (part: object): unknown => ('user' in part ? part.user : 'uid' in part ? part.uid : null);

/** The uids of everybody whom a part of an event names. */
export function uidsNamedIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const uid = 'name' in part ? uidOf(part) : null;
  return [...(typeof uid === 'string' ? [uid] : []), ...Object.values(part).flatMap(uidsNamedIn)];
}

/** A part of an event with the email beside each name that several people have. */
export function withEmailBesideNames<T>(part: T, people: NamedPeople): T {
  if (Array.isArray(part)) return part.map((one: unknown) => withEmailBesideNames(one, people)) as T;
  if (typeof part !== 'object' || part === null) return part;
  const parts = Object.entries(part).map(([key, value]) => [key, withEmailBesideNames<unknown>(value, people)]);
  const uid = uidOf(part);
  const email = typeof uid === 'string' ? people.get(uid)?.email : null;
  return Object.fromEntries(
    parts.map(([key, value]) => [key, key === 'name' && email ? `${String(value)} (${email})` : value]),
  ) as T;
}
