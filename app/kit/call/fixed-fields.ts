import { z } from 'zod';
import { refuse, type Failure } from '#events/failures.ts';
import { texts } from '#events/texts.ts';

export type Entity = Readonly<Record<string, unknown>>;

/** Whether a field of the body may be what it is, although the call does not change the field to it. */
export type Passes = (sent: unknown, there: unknown, sides: { body: Entity; there: Entity }) => boolean;

const readOnly = z.unknown().optional().meta({ readOnly: true, description: 'Leave it out, or send it as it is.' });

/**
 * The body of a call that takes a whole entity: the fields that it changes, and every other field of the entity, which
 * `fixedFields` compares. Typed as the fields that it changes.
 */
export const wholeEntity = <B extends z.ZodObject>(entity: z.ZodObject, changes: B): B =>
  z.object({
    ...changes.shape,
    ...Object.fromEntries(
      Object.keys(entity.shape)
        .filter((name) => !(name in changes.shape))
        .map((name) => [name, readOnly]),
    ),
  }) as unknown as B;

/**
 * Refuses the fields of a body that the call does not change and that differ from what is there, by name. With an
 * `If-Match` of an earlier state that is the refusal (RFC 9110).
 */
export function fixedFields(
  { body, expectedVersion }: { body: unknown; expectedVersion: number | undefined },
  { data, version }: { data: object; version?: number },
  { changes, passes = {} }: { changes: z.ZodObject; passes?: Readonly<Record<string, Passes>> },
): { ok: false; failure: Failure } | null {
  const sides = { body: (body ?? {}) as Entity, there: data as Entity };
  const differing = Object.entries(sides.body).filter(([name, sent]) => {
    const rule = passes[name];
    // A reason is no part of the entity. A call sets a value; it takes none away.
    if (sent === undefined || name === 'reason' || (!rule && name in changes.shape && sent !== null)) return false;
    return !isSame(sent, sides.there[name]) && !rule?.(sent, sides.there[name], sides);
  });
  if (differing.length === 0) return null;
  if (expectedVersion !== undefined && expectedVersion !== version) return refuse('changed_meanwhile');
  return refuse('invalid_input', { fields: Object.fromEntries(differing.map(([name]) => [name, [texts.fixed]])) });
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The uid of an entity, or of a reference to one; null for anything else. */
export function uidIn(value: unknown): string | null {
  const uid = typeof value === 'object' && value !== null ? (value as Entity).uid : value;
  return typeof uid === 'string' ? uid.toLowerCase() : null;
}

const isEntity = (value: unknown): boolean => typeof value === 'object' && value !== null && 'uid' in value;

/** Whether two values are the same. Entities are compared by their uids, lists of them in any order. */
export function isSame(sent: unknown, there: unknown): boolean {
  if (isBlank(sent) || isBlank(there)) return isBlank(sent) && isBlank(there);
  if (Array.isArray(there)) {
    if (!Array.isArray(sent) || sent.length !== there.length) return false;
    if (!there.every(isEntity)) return there.every((one, index) => isSame(sent[index], one));
    const uids = new Set(sent.map(uidIn));
    return there.every((one) => uids.has(uidIn(one)));
  }
  // A nested entity may be sent whole where its uid stands, and as its uid where it stands whole.
  if (isEntity(there) || (isEntity(sent) && typeof there === 'string')) return uidIn(sent) === uidIn(there);
  if (typeof there !== 'object' || typeof sent !== 'object') return sent === there;
  const names = new Set([...Object.keys(sent as Entity), ...Object.keys(there as Entity)]);
  return [...names].every((name) => isSame((sent as Entity)[name], (there as Entity)[name]));
}

/** A value that grows by itself may be of a copy that was read before: a moment that is not later. */
export const readEarlier: Passes = (sent, there) =>
  isBlank(sent) || (typeof sent === 'number' && typeof there === 'number' && sent <= there);

/** The fields of a body that differ from what is there. */
export const changedIn = <B extends object>(body: B, there: Entity): Partial<B> =>
  Object.fromEntries(Object.entries(body).filter(([name, value]) => !isSame(value, there[name]))) as Partial<B>;
