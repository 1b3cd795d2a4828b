import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { catalogue, schemaOf, type EventType } from '#events/catalogue.ts';
import { fixtureName, fixtureOf, fixturePath } from '#tests/golden/fixture.ts';

// Writes missing fixtures: `node --import tsx tests/golden/write.ts`. Existing ones are never overwritten.
mkdirSync(fixturePath(''), { recursive: true });
for (const type of Object.keys(catalogue) as EventType[]) {
  const path = fixturePath(fixtureName(type, schemaOf(type)));
  if (!existsSync(path)) writeFileSync(path, `${JSON.stringify(fixtureOf(type), null, 2)}\n`);
}
