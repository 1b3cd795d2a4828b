import { trustPayload, type E, type EventType } from '#events/catalogue.ts';
import { UnreadableEvent } from '#events/ledger/scan.ts';
import type { RecordedEvent } from '#events/ledger/types.ts';
import { setsZone, withEffectiveOn, zoneSetBy } from '#events/document/organisation-zones.ts';
import { stagedTables, type Projection, type ProjectionWriter } from '../projection.ts';
import { apply, projections, readers } from '../registry.ts';
import { readTables, type ReadTable } from '../table-keys.ts';

/** Adds effective dates that an earlier schema did not record, while the events of one organisation pass in order. */
export class ZoneReader {
  #zone = 'UTC';

  read(event: E): E {
    this.#zone = zoneSetBy(event) ?? this.#zone;
    return withEffectiveOn(event, this.#zone);
  }
}

/** Read models to fold from the ledger without the others: their tables, and the events that they need. */
export class Selection {
  readonly tables: readonly ReadTable[];
  /** Events that at least one of them reads. */
  readonly types: readonly EventType[];
  /** Events that none of them reads. An event that this release does not know is not one of them: the fold fails. */
  readonly ignored: readonly EventType[];
  readonly #readers: ReadonlyMap<EventType, readonly Projection[]>;

  constructor(chosen: readonly Projection[]) {
    this.tables = readTables.filter((table) => chosen.some(({ tables }) => tables.includes(table)));
    const types = Object.keys(readers) as EventType[];
    const reading = (type: EventType) => readers[type].filter((each) => chosen.includes(each));
    this.#readers = new Map(types.map((type) => [type, reading(type)]));
    this.types = types.filter((type) => reading(type).length > 0);
    const zoned = reading('DocumentPublished').length > 0;
    this.ignored = types.filter((type) => reading(type).length === 0 && !(zoned && setsZone.includes(type)));
  }

  /** The read models that own these tables. What is staged is staged by those that own the tables that it waits for. */
  static owning(tables: readonly ReadTable[]): Selection {
    const wanted = tables.includes('staged_row') ? [...tables, ...stagedTables] : tables;
    return new Selection(projections.filter((each) => each.tables.some((table) => wanted.includes(table))));
  }

  /** Applies an event of the ledger. Throws an `UnreadableEvent` where its data is not valid. */
  replay(event: RecordedEvent, to: ProjectionWriter, zones: ZoneReader): void {
    try {
      const decoded = zones.read(trustPayload(event));
      apply(this.#readers.get(decoded.type)!, event, decoded, to);
    } catch (error) {
      throw new UnreadableEvent(event.position, error);
    }
  }
}

export const everyReadModel = new Selection(projections);
