/** Something that is not as it was recorded. */
export interface Damage {
  /** The position it was found at, or the first of a range; null where no position can be named. Decimal text. */
  position: string | null;
  /** The last position of a range. */
  to?: string;
  what:
    | 'event'
    | 'missing'
    | 'beyond'
    | 'column'
    | 'actor'
    | 'stream'
    | 'time'
    | 'command'
    | 'answer'
    | 'node'
    | 'head'
    | 'checkpoint'
    | 'file'
    | 'signature'
    | 'certificate'
    | 'password';
  /** A sentence without the position. */
  reason: string;
}

export type Report = (damage: Damage) => void;

/** Of one organisation no more than this is reported. */
export const maxReported = 200;
