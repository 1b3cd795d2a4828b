import { setsZone } from '#events/document/organisation-zones.ts';
import { describe, expect, test } from 'vitest';
import { catalogue, type EventType } from '#events/catalogue.ts';
import { projections, readers } from '#projections/registry.ts';
import { Selection } from '#projections/rebuild/selection.ts';
import { keys } from '#projections/table-keys.ts';

const types = Object.keys(catalogue) as EventType[];

describe('the registry of projections', () => {
  test.each(types)('%s is handled by the projections named for it, and by no other', (type) => {
    const handling = projections.filter(({ handles }) => handles[type]).map(({ name }) => name);
    expect(handling.toSorted()).toEqual(readers[type].map(({ name }) => name).toSorted());
  });

  test('no event is left out of the audit trail', () => {
    expect(types.filter((type) => !readers[type].some(({ name }) => name === 'audit-trail'))).toEqual([]);
  });

  test('a selection passes over the events that none of it reads, and no other', () => {
    for (const one of projections) {
      const { ignored, types: read, tables } = new Selection([one]);
      expect(tables).toEqual(one.tables);
      expect(read.toSorted()).toEqual(Object.keys(one.handles).toSorted());
      // The zones date what an earlier schema of these events did not.
      const passed = read.includes('DocumentPublished') ? setsZone : [];
      expect([...new Set([...read, ...ignored, ...passed])].toSorted()).toEqual(types.toSorted());
    }
  });

  test('each table belongs to one projection', () => {
    expect(projections.flatMap(({ tables }) => tables).toSorted()).toEqual(Object.keys(keys).toSorted());
  });
});
