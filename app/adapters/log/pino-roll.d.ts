declare module 'pino-roll' {
  import type { pino } from 'pino';

  type Destination = ReturnType<typeof pino.destination>;

  interface RollOptions {
    file: string;
    extension: string;
    size: string;
    /** `count` files in all where `removeOtherLogFiles` is true. */
    limit: { count: number; removeOtherLogFiles: boolean };
    sync: boolean;
    mode: number;
    maxLength: number;
  }
  export default function pinoRoll(options: RollOptions): Promise<Destination>;
}
