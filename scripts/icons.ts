import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { iconNames } from '#app/ui/icon/names.ts';

const spriteFile = fileURLToPath(new URL('../app/ui/icon/sprite.svg', import.meta.url));

/** One file with all of lucide, in the form of Iconify: lucide's own packages bring some 6,000 files. */
interface IconSet {
  icons: Record<string, { body: string } | undefined>;
  /** Names that lucide had before. */
  aliases: Record<string, { parent: string } | undefined>;
}

/** What Iconify sets on each drawing. The stroke is the stylesheet's to set. */
const stroke = ' fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"';

/** The sprite as one SVG: a `<symbol id>` for each name, as lucide draws it. Throws where lucide has no such icon. */
export async function drawSprite(): Promise<string> {
  const file = createRequire(import.meta.url).resolve('@iconify-json/lucide/icons.json');
  const { icons, aliases } = JSON.parse(await readFile(file, 'utf8')) as IconSet;
  const symbols = iconNames.map((name) => {
    const body = icons[aliases[name]?.parent ?? name]?.body.replace(stroke, '').replace(/^<g>(.*)<\/g>$/, '$1');
    if (!body) throw new Error(`lucide has no drawing named ${name}`);
    return `<symbol id="${name}" viewBox="0 0 24 24">${body}</symbol>`;
  });
  const licence = '<!-- lucide icons, ISC licence, https://lucide.dev/license -->';
  return `<svg xmlns="http://www.w3.org/2000/svg">${licence}\n${symbols.join('\n')}\n</svg>\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(spriteFile, await drawSprite());
