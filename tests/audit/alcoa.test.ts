import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decode, type EventType } from '#events/catalogue.ts';
import { canonicalize } from '#events/ledger/canonical.ts';
import type { RecordedEvent } from '#events/ledger/types.ts';
import { recordedFiles } from '#events/recorded-files.ts';
import { check } from '#projections/rebuild/check.ts';
import { describeEvent } from '#app/audit/words/describe-event.ts';
import { getWholeTrail } from '#app/audit/queries/list-trail.ts';
import { openSetup, type Setup } from '#tests/support/scenario-setup.ts';

interface Row {
  position: string;
  version: number;
  stream: string;
  type: EventType;
  recorded_at: string;
  leaf: Buffer;
  canonical: string;
}

let setup: Setup;
let rows: Row[];
beforeAll(async () => {
  setup = await openSetup();
  const found = await setup.db.owner.query<Row>(
    `select position, version, stream, type, recorded_at, leaf, canonical
     from ledger.event where org_id = $1 order by position`,
    [setup.ours.world.org],
  );
  rows = found.rows;
});
afterAll(() => setup.close());

const envelope = ({ canonical }: Row) =>
  JSON.parse(canonical) as { actor: { kind: string; uid?: string; name?: string } };

/** What ALCOA+ asks of data, of every event in a ledger that holds documents in every status. */
describe('[PI041] the ledger', () => {
  it('is attributable: every event names who acted', () => {
    for (const row of rows) {
      const { actor } = envelope(row);
      expect(actor.kind, row.canonical).toMatch(/^(user|system|visitor)$/);
      if (actor.kind === 'user') expect(actor.name, row.canonical).toMatch(/\S/);
    }
  });

  it('is legible: every event reads as a sentence, without the software that wrote it for its bytes', () => {
    for (const { canonical, position } of rows) {
      const recorded = decode({ ...(JSON.parse(canonical) as RecordedEvent), position });
      const { sentence } = describeEvent(recorded, { zone: 'UTC', personName: () => 'Somebody' });
      expect(sentence, canonical).toMatch(/\S/);
    }
  });

  it('is contemporaneous: recorded when it happened, and never before what stands above it', () => {
    const times = rows.map(({ recorded_at }) => Date.parse(recorded_at));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times[0]).toBeGreaterThanOrEqual(setup.begun.getTime());
    expect(times.at(-1)).toBeLessThanOrEqual(Date.now() + 1000);
  });

  it('is original: the stored bytes are the canonical ones that were hashed', () => {
    for (const { canonical, leaf } of rows) {
      expect(canonicalize(JSON.parse(canonical) as never)).toBe(canonical);
      expect(createHash('sha256').update('\0').update(canonical).digest('hex')).toBe(leaf.toString('hex'));
    }
  });

  it('is accurate: every recorded file is in storage with the recorded bytes', async () => {
    const files = rows.flatMap(({ canonical }) => recordedFiles((JSON.parse(canonical) as RecordedEvent).data));
    expect(files.length).toBeGreaterThan(10);
    for (const { storageKey, sha256 } of files) {
      const stored = await setup.services.storage.within(setup.ours.world.org).digest(storageKey);
      expect(stored).toMatchObject({ ok: true, value: { sha256 } });
    }
  });

  it('is complete: positions and the versions of each stream leave no gap', () => {
    expect(rows.map(({ position }) => Number(position))).toEqual(rows.map((_, index) => index + 1));
    const last = new Map<string, number>();
    for (const { stream, version } of rows) {
      expect(version, stream).toBe((last.get(stream) ?? 0) + 1);
      last.set(stream, version);
    }
  });

  it('is consistent: what the screens show is the fold of it', async () => {
    const [checked] = await check({ pool: setup.db.owner, org: setup.ours.world.org });
    expect(checked?.count).toBe(0);
  });

  it('is enduring [ISO13485-425] [ISO9001-75b]: nobody changes or removes what is there', async () => {
    for (const change of [
      "update ledger.event set canonical = ''",
      'delete from ledger.event',
      'truncate ledger.event',
    ])
      await expect(setup.db.owner.query(change)).rejects.toThrow(/append-only/);
  });

  it('is available: each document’s trail gives back its events to those who may read them', async () => {
    const uid = setup.ours.documents.effective;
    const own = rows.filter(({ canonical }) => canonical.includes(uid));
    const trail = await setup.ask(setup.ours.author, getWholeTrail, { document: uid });
    expect(trail.ok && trail.value.positions).toEqual(own.map(({ position }) => position));
  });
});
