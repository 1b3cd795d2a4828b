import type { Font } from 'fontkit';
import { expect, it } from 'vitest';
import { openFontSet } from '#app/adapters/pdf/type/font-set.ts';

it('maps glyphs to characters, also glyphs first requested as parts of others', async () => {
  // No other test uses this size, so that the subsets are not cached.
  for (const typeface of ['serif', 'sans', 'mono'] as const) {
    const face = { typeface, weight: 400, size: 53 } as const;
    const fontSet = await openFontSet([face], ['Version 1.0: it’s done']);
    for (const character of '.:e1’-') {
      const font = fontSet.fontFor(character, face, character)!.font as Font & {
        _cmapProcessor: { lookup(codePoint: number): number };
      };
      const glyph = font.getGlyph(font._cmapProcessor.lookup(character.codePointAt(0)!));
      expect(glyph.codePoints, `${typeface} ${character}`).toEqual([character.codePointAt(0)]);
    }
  }
});
