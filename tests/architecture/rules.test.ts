import { describe, expect, it } from 'vitest';
import path from 'node:path';
import { codeOf, filesIn, placesOf, textOf } from './source.ts';

const product = ['app', 'events', 'projections', 'migrations'];
const code = ['.ts', '.tsx', '.mjs'];

describe('the pure part', () => {
  const pure = filesIn(['events'], ...code).filter((file) => !file.startsWith('events/ledger/'));

  it('has no clock, no chance and no identifiers of its own', () => {
    expect(placesOf(pure, /Date\.now|new Date\(\)|Math\.random|randomUUID|randomBytes|performance\.now/)).toEqual([]);
  });

  it('does no input or output', () => {
    expect(placesOf(pure, /from 'node:(?!crypto)|\bfetch\(|\bprocess\./)).toEqual([]);
  });

  it('reads no clock in a projection either', () => {
    const folds = filesIn(['projections'], ...code);
    expect(placesOf(folds, /Date\.now|new Date\(\)|Math\.random|randomUUID/)).toEqual([]);
  });
});

describe('the rules on people and documents', () => {
  const files = filesIn(['events/user/decide', 'events/document/decide'], '.ts');
  const named = (pattern: RegExp) =>
    files.flatMap((file) => [...codeOf(file).matchAll(pattern)].map(([, name]) => name ?? ''));
  const begin = ['create', 'invite', 'register'];
  const rules = [...named(/^export const (\w+) = ruleOn\(/gm), ...begin];

  it('are all tried in every status, by the table of the decider tests', () => {
    const table = codeOf('tests/deciders/rules.ts');
    expect(rules.length).toBeGreaterThan(40);
    expect(rules.filter((rule) => !new RegExp(`^  \\w+: ${rule},$`, 'm').test(table))).toEqual([]);
  });

  it('refuse programs by `ruleOn`, but for those that begin a stream', () => {
    const others = named(/^export function (\w+)\([^;]*?\): Ruling \{/gm);
    expect(others.toSorted()).toEqual([...begin, 'follow'].toSorted());
  });
});

describe('the environment', () => {
  it('is read in app/adapters/environment/config.ts alone', () => {
    const others = filesIn(product, ...code).filter((file) => file !== 'app/adapters/environment/config.ts');
    expect(placesOf(others, /process\.env/)).toEqual([]);
  });
});

describe('the house', () => {
  const everything = filesIn([...product, 'tests', 'scripts', 'bench'], ...code);

  it('has no folder that could hold anything', () => {
    const vague = everything.filter((file) => /(^|\/)(utils?|helpers?|misc|services|common|lib|v\d+)\//.test(file));
    expect(vague).toEqual([]);
  });

  it('has every folder described in the README', () => {
    const folders = new Set(everything.flatMap((file) => /^(?:app\/[^/]+|(?!app\/)[^/]+)\//.exec(file)?.[0] ?? []));
    const readme = textOf('README.md');
    expect([...folders].filter((folder) => !readme.includes(`\`${folder}\``))).toEqual([]);
  });

  it('has no barrels', () => {
    expect(everything.filter((file) => /(^|\/)index\.tsx?$/.test(file))).toEqual([]);
    expect(placesOf(filesIn(product, ...code), /^export \* from/)).toEqual([]);
  });

  it('names files in kebab-case', () => {
    const others = everything.filter((file) => !/^[a-z0-9-]+(\.[a-z]+)*$/.test(path.basename(file)));
    expect(others).toEqual([]);
  });

  it('imports its own parts by name with their ending', () => {
    const own =
      /from '(?:#(?:app|events|projections|tests|migrations)\/|\.{1,2}\/)[^']*(?<!\.(?:ts|tsx|mjs|js|css|svg|webp|json|css\?url|svg\?url|css\?inline))'/;
    expect(placesOf(everything, own)).toEqual([]);
  });

  it('leaves nothing for later', () => {
    const words = ['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X', 'HA' + 'CK'].join('|');
    const later = new RegExp(`\\b(?:${words})\\b|@ts-(?:ignore|expect-error|nocheck)`);
    const others = everything.filter((file) => file !== 'tests/architecture/rules.test.ts');
    expect(others.filter((file) => later.test(textOf(file)))).toEqual([]);
    expect(placesOf(others, /\bas any\b/)).toEqual([]);
  });

  it('takes a uid that is sent, in capitals too, for the one that is stored', () => {
    const inputs = filesIn(['app'], ...code).filter((file) => /\/(?:commands?|forms)[/.]/.test(file));
    const others = inputs.filter((file) => file !== 'app/kit/forms/sent-uid.ts');
    expect(placesOf(others, /z\.uuid\(/)).toEqual([]);
  });

  it('restores the saved input of every form behind a session', () => {
    const beforeSession = /^app\/(?:sign-in\/screens\/[^/]+|set-up\/screens\/(?:setup|demonstration)\.tsx)$/;
    const screens = filesIn(['app'], '.tsx').filter((file) => /\/screens\//.test(file) && !beforeSession.test(file));
    expect(placesOf(screens, /lastResult: answer/)).toEqual([]);
  });

  it('numbers its migrations without a gap', () => {
    const files = filesIn(['migrations'], '.sql').filter((file) => !file.startsWith('migrations/functions/'));
    const numbers = files.map((file) => Number(path.basename(file).slice(0, 4))).toSorted((one, other) => one - other);
    expect(numbers).toEqual(files.map((_, index) => index + 1));
  });
});

describe('the size', () => {
  const sources = filesIn([...product, 'bench', 'scripts', 'tests'], ...code);

  it('of a line of comment is 120 columns at most', () => {
    const long = (file: string) =>
      textOf(file)
        .split('\n')
        .some((line) => /^\s*(?:\/\*\*|\/\/|\*) /.test(line) && line.length > 120);
    expect(sources.filter((file) => !file.endsWith('.d.ts') && long(file))).toEqual([]);
  });
});
