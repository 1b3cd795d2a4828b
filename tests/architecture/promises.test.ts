import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandsLeftOut, screensLeftOut } from '#tests/promises/walk/left-out.ts';
import { filesIn, root, textOf } from './source.ts';

/** The promises of the page: their ids, their last cells, and the tests that those link. */
const promises = textOf('docs/promises.md')
  .split('\n')
  .flatMap((line) => {
    const id = /^\| ([A-Z]\d+)\s*\|/.exec(line)?.[1];
    const shownBy = line.split('|').at(-2) ?? '';
    return id
      ? [{ id, shownBy, tests: [...shownBy.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, file]) => file ?? '') }]
      : [];
  });

const isScenario = (file: string): boolean => /^tests\/promises\/[^/]+\.test\.tsx?$/.test(file);

describe('docs/promises.md', () => {
  it('has each promise once', () => {
    const ids = promises.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    expect(ids.length).toBeGreaterThanOrEqual(48);
  });

  it('names the scenarios of each promise, and no other', () => {
    const named = promises.flatMap(({ id, tests }) => tests.filter(isScenario).map((file) => `${id} ${file}`));
    const written = filesIn(['tests/promises'], '.ts', '.tsx')
      .filter(isScenario)
      .map((file) => `${/^[a-z]\d+/.exec(path.basename(file))?.[0].toUpperCase()} ${file}`);
    expect(named.toSorted()).toEqual(written.toSorted());
  });

  it('links tests that exist', () => {
    const linked = promises.flatMap(({ tests }) => tests);
    expect(linked.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  it('says of exactly those promises that the walk asks them', () => {
    const oracles = filesIn(['tests/promises/holds'], '.ts').map(textOf).join('\n');
    const asked = [...oracles.matchAll(/^ {2}(?:async )?([A-Z]\d+)(?:\(|: )/gm)].map(([, id]) => id);
    const atEnd = [...textOf('tests/promises/walk/walk.test.ts').matchAll(/'([A-Z]\d+)'\)/g)].map(([, id]) => id);
    const said = promises.filter(({ shownBy }) => shownBy.includes('the walk')).map(({ id }) => id);
    expect(said.toSorted()).toEqual([...new Set([...asked, ...atEnd])].toSorted());
  });
});

describe('the random walk', () => {
  const walk = filesIn(['tests/promises/walk', 'tests/promises/holds'], '.ts').map(textOf).join('\n');
  const acts = filesIn(['tests/promises/walk/acts'], '.ts').map(textOf).join('\n');

  it('has an act of every command, or says why not', () => {
    const sources = filesIn(['app'], '.ts').map(textOf);
    const commands = sources
      .filter((text) => /\bpersonalCommand\(|\bCommand</.test(text))
      .flatMap((text) => [...text.matchAll(/\bname: '([a-z_-]+\.[a-z_-]+)'/g)].map(([, name]) => name ?? ''));
    expect(commands.length).toBeGreaterThan(100);
    const missing = commands.filter((name) => !acts.includes(`'${name}'`));
    expect(missing.toSorted()).toEqual(Object.keys(commandsLeftOut).toSorted());
  });

  it('sends the command or asks the query of every screen, or says why not', () => {
    const known = new Set(
      [...walk.matchAll(/'#(app\/[^']+\/(?:commands|queries)\/[^']+)'/g)].map(([, file]) => file ?? ''),
    );
    const routes = [...textOf('app/routes.ts').matchAll(/(?:route\('([^']+)', |index\()'([^']+)'\)/g)];
    const missing = routes
      .filter(([, , file]) => ![...reachedFrom(`app/${file}`)].some((one) => known.has(one)))
      .map(([, place]) => place ?? '/');
    expect(missing.toSorted()).toEqual(Object.values(screensLeftOut).flat().toSorted());
  });
});

/** A screen's file, and what it imports of screens, commands and queries. */
function reachedFrom(file: string, reached = new Set<string>()): Set<string> {
  if (reached.has(file) || !existsSync(path.join(root, file))) return reached;
  reached.add(file);
  for (const [, named = ''] of textOf(file).matchAll(/from '([^']+)'/g)) {
    const imported = named.startsWith('.') ? path.join(path.dirname(file), named) : named.replace(/^#/, '');
    if (/\/(?:commands|queries)\//.test(imported)) reached.add(imported);
    else if (imported.includes('/screens/')) reachedFrom(imported, reached);
  }
  return reached;
}
