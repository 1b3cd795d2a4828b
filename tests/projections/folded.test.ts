import { afterAll, beforeAll, expect, it } from 'vitest';
import { folded } from '#app/ui/text/folded.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.close());

const names: [name: string, folded: string][] = [
  ['Änderung', 'anderung'],
  ['ŁÓDŹ, Gdańsk', 'lodz, gdansk'],
  ['Sørensen Ålborg', 'sorensen alborg'],
  ['Đặng Þórður', 'dang thordur'],
  ['Straße, Æther, œuvre', 'strasse, aether, oeuvre'],
  ['İstanbul ılık', 'istanbul ilik'],
  ['洗浄手順書', '洗浄手順書'],
  ['Visitors’ log “A–B”', 'visitors\' log "a-b"'],
  ['Non‑breaking − minus — dash', 'non-breaking - minus - dash'],
  ['«Καθαρισμός» χώρος', '"καθαρισμοσ" χωροσ'],
];

it.each(names)('%s is found and sorted as %s, in the lists and in the fields that search', async (name, as) => {
  const { rows } = await db.owner.query<{ folded: string }>('select read.folded($1) as folded', [name]);
  expect(rows[0]!.folded).toBe(as);
  expect(folded(name)).toBe(as);
});
