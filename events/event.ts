import { z } from 'zod';
import type { Scope } from '#events/service-account/scopes.ts';

/** It takes a person or the product itself: no program signs, approves, publishes, retires, or names approvers. */
export const never = [] as const;
export const people = ['people:write'] as const;
export const documents = ['documents:write'] as const;
export const documentReaders = ['documents:read'] as const;
export const either = [...documents, ...people] as const;
export const webhooks = ['webhooks'] as const;

/**
 * An event: the right of its actor that it rests on (null: no role), the scopes of which a program needs one to cause
 * it, and its payload's current version.
 */
export const event = <const R extends string | null, S extends z.ZodRawShape>(
  right: R,
  programs: readonly Scope[],
  shape: S,
) => ({ right, programs, data: z.object(shape) });
