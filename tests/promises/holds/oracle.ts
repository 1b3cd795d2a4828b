import type { Recorded } from '#events/catalogue.ts';
import type { Stage } from '../walk/stage.ts';
import type { Facts } from './facts.ts';

/** By promise: what is wrong with an event, judged against what stood before it. A sentence each. */
export type EventOracles = Record<string, (facts: Facts, event: Recorded, together: readonly Recorded[]) => string[]>;

/** By promise: what is wrong with the world after a step. */
export type WorldOracles = Record<string, (stage: Stage) => string[] | Promise<string[]>>;

/** Those that are so. */
export const sentences = (found: Record<string, boolean>): string[] =>
  Object.keys(found).filter((words) => found[words]);

/** Positions are decimal text. */
export const isLater = (position: string, than: string): boolean => BigInt(position) > BigInt(than);
