import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { iconNames } from '#app/ui/icon/names.ts';

const spriteFile = fileURLToPath(new URL('../app/ui/icon/sprite.svg', import.meta.url));

/** The sprite as one SVG: a `<symbol id>` for each name, taken from lucide's own files. Throws where lucide has no such icon. */
export async function drawSprite(): Promise<string> {
  const require = createRequire(import.meta.url);
  const symbols = await Promise.all(
    iconNames.map(async (name) => {
      const source = await readFile(require.resolve(`lucide-static/icons/${name}.svg`), 'utf8');
      const body = /<svg[^>]*>([\s\S]*)<\/svg>/.exec(source)?.[1];
      if (!body) throw new Error(`lucide has no drawing in ${name}.svg`);
      return `<symbol id="${name}" viewBox="0 0 24 24">${body.replace(/\s*\n\s*/g, '').replaceAll(' />', '/>')}</symbol>`;
    }),
  );
  const licence = '<!-- lucide icons, ISC licence, https://lucide.dev/license -->';
  return `<svg xmlns="http://www.w3.org/2000/svg">${licence}\n${symbols.join('\n')}\n</svg>\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(spriteFile, await drawSprite());
