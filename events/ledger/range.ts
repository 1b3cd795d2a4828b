import type { Damage } from './verify/damage.ts';
import type { CommandStep, NamedInAnswer } from './verify/commands.ts';

/** Positions in a row, the first of them one more than a multiple of their (greatest) number, which is a power of two. */
export interface Range {
  org: string;
  from: number;
  to: number;
  /** Sizes of the ledger within the range, rising, at which the tree is asked for. */
  sizes: readonly number[];
  /** A text that an event with recorded files holds. */
  mark?: string | undefined;
}

/** Something found at a position. */
export interface Found {
  at: number;
  damage: Damage;
}

/** What one range tells by itself, and what has to be compared with the ranges before it. */
export interface RangeFinding {
  /** The first and the last position that were seen; 0: none. */
  first: number;
  last: number;
  found: Found[];
  /** Recorded times in milliseconds. */
  firstTime: number;
  lastTime: number;
  /** Each stream with the position and the version at which it occurs first, and its last version. */
  streams: { names: string[]; positions: Float64Array; first: Int32Array; last: Int32Array };
  /** The commands' steps up to the first that begins one, and the last command that began: where it ends. */
  opening: CommandStep[];
  closing: { commandId: string; from: number; end: number } | undefined;
  /** The peaks of the range's own tree, of so many leaves; a gap ended it where it is broken. */
  leaves: number;
  peaks: Uint8Array[];
  broken: boolean;
  /** Its complete subtrees of the levels that are stored, numbered within the whole ledger. */
  nodes: { level: number; index: number; hash: Uint8Array }[];
  /** The peaks at each size that was asked for. */
  sizes: { size: number; peaks: Uint8Array[] }[];
  /** The bytes of the events that hold the mark. */
  marked: { position: string; canonical: string }[];
  /** What kept answers name that the first event of their command does not. */
  named: NamedInAnswer[];
}
