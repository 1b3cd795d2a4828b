import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '#app/adapters/environment/config.ts';
import { testDatabase } from '#tests/support/database.ts';
import { renderTables } from '../../../scripts/tables/render-tables.ts';

it('the tables of Kysely are those that the migrations make: else run npx tsx scripts/write-schema.ts', async () => {
  const { owner } = await testDatabase();
  for (const [file, text] of Object.entries(await renderTables(owner)))
    expect(await readFile(path.join(root, file), 'utf8'), file).toBe(text);
});
