import type { ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Actor } from '#events/actor.ts';
import { BinaryRows, int8, quoted, quotedOrg } from '#events/ledger/copy.ts';
import { decodeEvent } from '#events/ledger/read.ts';
import type { JsonObject, RecordedEvent } from '#events/ledger/types.ts';

/** What a fold takes of an event. */
export type ScannedEvent = Omit<RecordedEvent, 'answer' | 'commandId' | 'stream' | 'version'>;

/** An event that cannot be taken apart or folded: its bytes are not what was recorded, or a newer release wrote it. */
export class UnreadableEvent extends Error {
  readonly code = 'unreadable_event';

  constructor(
    readonly position: string,
    cause: unknown,
  ) {
    super(`The event at position ${position} cannot be read`, { cause });
  }
}

/** Events with `after` < position ≤ `upTo`, but those of the types in `without`. */
export interface ScanRange {
  after: bigint;
  upTo: bigint;
  without?: readonly string[];
}

/**
 * Every event of an organisation in the range, in order, in batches as they arrive, at the speed of a binary COPY. The connection
 * must be the owner's or keyed to the organisation, and serves nothing else meanwhile. Throws an `UnreadableEvent` where one is damaged.
 */
export async function* scan(
  client: ClientBase,
  org: string,
  { after, upTo, without = [] }: ScanRange,
): AsyncGenerator<ScannedEvent[]> {
  const wanted = without.length > 0 ? `and type <> all (array[${without.map(quoted).join()}])` : '';
  const source = client.query(
    copyTo(
      `copy (select position, canonical from ledger.event
             where org_id = ${quotedOrg(org)} and position > ${after} and position <= ${upTo} ${wanted} order by position)
       to stdout (format binary)`,
    ),
  );
  const rows = new BinaryRows(2);
  const decoder = new Decoder(org);
  for await (const chunk of source) {
    const batch: ScannedEvent[] = [];
    rows.add(chunk as Buffer, (buffer, starts, ends) =>
      batch.push(decoder.decode(String(int8(buffer, starts[0]!)), buffer, starts[1]!, ends[1]!)),
    );
    if (batch.length > 0) yield batch;
  }
}

const beforeActor = '{"actor":';
const beforeAnswer = ',"answer":';
const beforeCommand = ',"commandId":"';
const beforeData = '","data":';
const beforeRecorded = '","recordedAt":"';
const beforeSchema = '","schema":';
const beforeStream = ',"stream":"';
const beforeType = '","type":"';
const beforeVersion = '","version":';
/** Of a moment in UTC with milliseconds. */
const momentLength = 24;
/** So many actors are remembered. */
const actorsAtHand = 1000;

/**
 * Takes apart what RFC 8785 puts in one order: the payload is parsed, and of the rest only what a fold takes. No text in an event
 * can hold these delimiters, whose quotation marks it would have to escape.
 */
class Decoder {
  readonly #beforeOrg: string;
  readonly #actors = new Map<string, Actor>();
  readonly #types = new Map<string, string>();

  constructor(private readonly org: string) {
    this.#beforeOrg = `,"org":"${org}${beforeRecorded}`;
  }

  decode(position: string, buffer: Buffer, start: number, end: number): ScannedEvent {
    try {
      return this.#takeApart(position, buffer, start, end);
    } catch (error) {
      throw new UnreadableEvent(position, error);
    }
  }

  #takeApart(position: string, buffer: Buffer, start: number, end: number): ScannedEvent {
    const text = buffer.toString('utf8', start, end);
    const command = text.indexOf(beforeCommand);
    const actorEnd = text.startsWith('}', command - 1) ? command : text.lastIndexOf(beforeAnswer, command);
    const data = text.indexOf(beforeData, command + beforeCommand.length) + beforeData.length;
    const version = text.lastIndexOf(beforeVersion);
    const type = text.lastIndexOf(beforeType, version) + beforeType.length;
    const stream = text.lastIndexOf(beforeStream, type);
    const org = text.lastIndexOf(this.#beforeOrg, stream);
    const recordedAt = org + this.#beforeOrg.length;
    const schema = recordedAt + momentLength + beforeSchema.length;
    const usual =
      text.startsWith(beforeActor) &&
      actorEnd > beforeActor.length &&
      command > 0 &&
      data > command + beforeCommand.length &&
      data < org &&
      schema < stream &&
      stream < type &&
      type < version &&
      text.startsWith(beforeSchema, recordedAt + momentLength);
    if (!usual) return decodeEvent(position, text);
    return {
      actor: this.#actor(text.slice(beforeActor.length, actorEnd)),
      data: JSON.parse(text.slice(data, org)) as JsonObject,
      org: this.org,
      position,
      // A text of its own: a part of one keeps the whole in memory. A place in it is one in the bytes where all are ASCII.
      recordedAt:
        text.length === end - start
          ? buffer.toString('latin1', start + recordedAt, start + recordedAt + momentLength)
          : (JSON.parse(text.slice(recordedAt - 1, recordedAt + momentLength + 1)) as string),
      schema: Number(text.slice(schema, stream)),
      type: this.#type(text.slice(type, version)),
    };
  }

  #actor(text: string): Actor {
    const known = this.#actors.get(text);
    if (known) return known;
    if (this.#actors.size === actorsAtHand) this.#actors.clear();
    const actor = JSON.parse(text) as Actor;
    this.#actors.set(text, actor);
    return actor;
  }

  /** One and the same string for each type: looking up what belongs to it is faster by far. */
  #type(text: string): string {
    const known = this.#types.get(text);
    if (known !== undefined) return known;
    const type = JSON.parse(`"${text}"`) as string;
    this.#types.set(text, type);
    return type;
  }
}
