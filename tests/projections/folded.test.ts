import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { folded } from '#app/ui/text/folded.ts';
import { up as foldEarlier } from '#migrations/0017-folded-inline.ts';
import { up as foldLetters } from '#migrations/0024-letters-without-parts.ts';
import { up as foldMarks } from '#migrations/0028-marks-as-on-a-keyboard.ts';
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

it('what an earlier release computed is computed again', async () => {
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: db.owner }) });
  await foldEarlier(kysely);
  const [org, uid] = [randomUUID(), randomUUID()];
  const user = `insert into read.user_account (org_id, uid, first_name, last_name, email, role, status, created_at)
    values ($1, $2, 'Anna', 'Łoś–O’Shea', 'anna@folded.example', 'EMPLOYEE', 'ACTIVE', now())`;
  await db.owner.query(user, [org, uid]);
  await db.owner.query(
    `insert into read.department (org_id, uid, name, created_at) values ($1, $2, 'Łączność', now())`,
    [org, uid],
  );
  const all = async () => {
    const { rows } = await db.owner.query<{ folded: string }>(
      `select name_folded as folded from read.department where org_id = $1
       union select full_name_folded from read.user_account where org_id = $1 order by 1`,
      [org],
    );
    return rows.map((row) => row.folded);
  };
  await foldLetters(kysely);
  expect(await all()).toEqual(['anna los–o’shea', 'lacznosc']);
  await foldMarks(kysely);
  expect(await all()).toEqual(["anna los-o'shea", 'lacznosc']);
});
