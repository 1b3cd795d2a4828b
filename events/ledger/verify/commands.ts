import type pg from 'pg';
import type { Damage } from './damage.ts';

/** What a row says of its command. `last` 0: it is not the command's first. */
export interface CommandStep {
  position: number;
  commandId: string;
  last: number;
}

/** Whether each event belongs to the command that it should. */
export class CommandOrder {
  commandId = '';
  /** Where the latest command begins and ends. */
  from = 0;
  end = 0;

  /** Goes on by one event; answers what is wrong with it. */
  step(position: number, commandId: string, last: number): string | undefined {
    let reason: string | undefined;
    if (position > this.end) {
      if (last < position) reason = 'the command that begins here has no end';
    } else if (last === 0 && commandId === this.commandId) return undefined;
    else reason = `the command before it should reach to position ${this.end}`;
    this.begin(position, commandId, last);
    return reason;
  }

  begin(position: number, commandId: string, last: number): void {
    this.commandId = commandId;
    this.from = position;
    this.end = Math.max(last, position);
  }
}

/** A uid or a digest in the answer that is kept for a command, which is to be found in its events after the first. */
export interface NamedInAnswer {
  /** The command's first event and its last. */
  position: number;
  end: number;
  name: string;
}

const uidOrDigest = /^(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{64})$/;

/** Every text of a kept answer that is a uid or a SHA-256; undefined where it is not JSON. */
export const namedIn = (answer: string): string[] | undefined => {
  const names: string[] = [];
  try {
    JSON.parse(answer, (_, value: unknown) => {
      if (typeof value === 'string' && uidOrDigest.test(value)) names.push(value);
      return value;
    });
    return names;
  } catch {
    return undefined;
  }
};

/** A sentence without the position. */
export const answerReason = (name: string): string =>
  `the kept answer of its command names ${name}, which the command's events do not: the answer was changed`;

/** Looks for what kept answers name in the later events of their commands, and reports what is in none. */
export const checkNamed = async (
  client: pg.ClientBase,
  org: string,
  named: readonly NamedInAnswer[],
  report: (damage: Damage) => void,
): Promise<void> => {
  for (const { position, end, name } of named) {
    const { rows } = await client.query(
      `select from ledger.event where org_id = $1 and position between $2 and $3 and strpos(canonical, $4) > 0 limit 1`,
      [org, position, end, name],
    );
    if (rows.length === 0) report({ position: String(position), what: 'answer', reason: answerReason(name) });
  }
};
