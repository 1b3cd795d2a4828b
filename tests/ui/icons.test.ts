import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { drawSprite } from '../../scripts/icons.ts';

it('the committed sprite equals lucide’s drawings of the listed icons', async () => {
  expect(await readFile('app/ui/icon/sprite.svg', 'utf8')).toBe(await drawSprite());
});
