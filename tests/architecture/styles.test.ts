import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeOf, filesIn, textOf } from './source.ts';

const sheet = textOf('app/ui/styles/app.css');
/** Those of components and, beside them, those of screens. */
const styles = filesIn(['app'], '.css').filter((file) => /^app\/(?:ui\/(?!styles\/)|.*\/screens\/)/.test(file));
/** Of parts that few pages show: loaded with those pages alone. */
const apart = styles.filter((file) => !sheet.includes(`'../${path.relative('app/ui', file)}'`));
const screens = filesIn(['app'], '.tsx').filter((file) => !/^app\/(kit\/email|audit\/evidence)\//.test(file));

const classesOf = (file: string) =>
  new Set(Array.from(textOf(file).matchAll(/\.([a-z][a-z-]*[a-z])(?=[\s,:.[>)~+{])/g), ([, name = '']) => name));
const usedIn = (file: string) =>
  new Set(
    Array.from(codeOf(file).matchAll(/className=(?:"([^"]+)"|\{[^}]*\})/g), ([whole, words]) => words ?? whole).flatMap(
      (text) => text.split(/[^a-z-]+/),
    ),
  );

/** Which style sheets a file imports, by their paths from the product's root. */
const importedBy = (file: string) =>
  Array.from(codeOf(file).matchAll(/import '([^']+\.css)'/g), ([, from = '']) =>
    from.startsWith('#') ? from.slice(1) : path.join(path.dirname(file), from),
  );

/** The files that a file imports, by their paths from the product's root. */
const partsOf = (file: string) =>
  Array.from(codeOf(file).matchAll(/from '([^']+\.tsx)'/g), ([, from = '']) =>
    from.startsWith('#') ? from.slice(1) : path.join(path.dirname(file), from),
  );

describe('a style sheet', () => {
  it('holds no class and no property that nothing uses', () => {
    const sheets = filesIn(['app'], '.css');
    const rules = sheets.map((file) => textOf(file).replace(/\/\*[\s\S]*?\*\//g, '')).join('\n');
    const code = filesIn(['app'], '.ts', '.tsx').map(codeOf).join('\n');
    const words = new Set(code.match(/[\w-]+/g));
    const classes = new Set(sheets.flatMap((file) => [...classesOf(file)]));
    expect([...classes].filter((name) => !words.has(name))).toEqual([]);
    const given = new Set(Array.from(rules.matchAll(/(--[\w-]+)\s*:/g), ([, name = '']) => name));
    const asked = new Set(Array.from(`${rules}\n${code}`.matchAll(/var\((--[\w-]+)/g), ([, name = '']) => name));
    expect([...given].filter((name) => !asked.has(name))).toEqual([]);
  });

  it('is on every page or on those of few parts', () => {
    expect(apart.length).toBeGreaterThan(5);
    expect(apart.length).toBeLessThan(styles.length);
  });

  it.each(apart)('%s is imported by every component that uses its classes', (own) => {
    const otherClasses = new Set(
      [...styles, ...filesIn(['app/ui/styles'], '.css')]
        .filter((file) => file !== own)
        .flatMap((file) => [...classesOf(file)]),
    );
    const only = [...classesOf(own)].filter((name) => !otherClasses.has(name));
    const folder = path.dirname(own);
    const ofFolder = new RegExp(`from '#app/ui/${path.basename(folder)}/`);
    const importsComponent = (file: string) =>
      folder.startsWith('app/ui/')
        ? ofFolder.test(codeOf(file))
        : partsOf(file).some((part) => importedBy(part).includes(own));
    const missing = screens.filter((file) => {
      const uses = [...usedIn(file)].some((name) => only.includes(name));
      return uses && !importedBy(file).includes(own) && !importsComponent(file);
    });
    expect(missing).toEqual([]);
  });
});

it('names no custom property that nothing declares', () => {
  const sheets = [...styles, ...filesIn(['app/ui/styles'], '.css')].map(textOf).join('\n');
  const names = (pattern: RegExp) => new Set(Array.from(sheets.matchAll(pattern), ([, name = '']) => name));
  const declared = names(/(--[\w-]+)\s*:/g);
  expect([...names(/var\((--[\w-]+)/g)].filter((name) => !declared.has(name))).toEqual([]);
});
