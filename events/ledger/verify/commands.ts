import type pg from 'pg';
import type { Damage, Report } from './damage.ts';

/** Checks that the events of a command stand together and end where its first event says. */
export class CommandOrder {
  #commandId = '';
  /** Where the latest command begins and ends. */
  #from = 0;
  #end = 0;

  constructor(private readonly report: Report) {}

  /** The next event. `last` is the last position of the command that begins with it; 0: none begins. */
  add(position: number, commandId: string, last: number): void {
    if (position <= this.#end && last === 0 && commandId === this.#commandId) return;
    if (position <= this.#end) this.#damage(position, `the command before it should reach to position ${this.#end}`);
    else if (last < position) this.#damage(position, 'the command that begins here has no end');
    this.#commandId = commandId;
    this.#from = position;
    this.#end = Math.max(last, position);
  }

  /** After the last event. A command is recorded whole or not at all. */
  finish(position: number): void {
    if (this.#end <= position) return;
    const reason =
      `its command reaches to position ${this.#end}, beyond the last event: ` +
      `the end was cut off, or where it ends was changed`;
    this.#damage(this.#from, reason);
  }

  #damage(position: number, reason: string): void {
    this.report({ position: String(position), what: 'command', reason });
  }
}

/** A uid or a digest in the stored answer of a command, to be found in its events after the first. */
export interface NamedInAnswer {
  /** The command's first event and its last. */
  position: number;
  end: number;
  name: string;
}

const uidOrDigest = /^(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{64})$/;

/** Every text of a stored answer that is a uid or a SHA-256; undefined where it is not JSON. */
export const namesIn = (answer: string): string[] | undefined => {
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

/** An answer names what none of its command's events holds. */
export const wrongAnswer = (position: number, name: string): Damage => ({
  position: String(position),
  what: 'answer',
  reason: `the stored answer of its command names ${name}, which the command's events do not: the answer was changed`,
});

/** Looks for what stored answers name in the later events of their commands, and reports what is in none. */
export const checkNamed = async (
  client: pg.ClientBase,
  org: string,
  named: readonly NamedInAnswer[],
  report: Report,
): Promise<void> => {
  for (const { position, end, name } of named) {
    const { rows } = await client.query(
      `select from ledger.event where org_id = $1 and position between $2 and $3 and strpos(canonical, $4) > 0 limit 1`,
      [org, position, end, name],
    );
    if (rows.length === 0) report(wrongAnswer(position, name));
  }
};
