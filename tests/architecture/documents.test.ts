import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesIn, root, textOf } from './source.ts';

const architecture = textOf('docs/architecture.md');

const read = ['app', 'events', 'projections', 'migrations', 'scripts'];

/** Texts that recipes name: not of tests and documents, nor of migrations that are frozen. */
const sources = new Map(
  [...filesIn(read, '.ts', '.tsx', '.mjs', '.css', '.sql', '.json', '.go'), '.env.example']
    .filter((file) => !/^migrations\/(?:baseline|earlier)\//.test(file))
    .map((file) => [file, textOf(file)] as const),
);

/** The files and folders that a text names. */
const pathsOf = (text: string): string[] => {
  const named = /`((?:app|bench|docs|events|migrations|projections|scripts|tests)\/[\w./-]*|\.env\.example)`/g;
  return [...new Set([...text.matchAll(named)].map(([, file]) => file ?? ''))];
};

/** The recipes: each has a title, an example by its names in the sources, and files. */
const recipes = (architecture.split(/^## How do I add/m)[1] ?? '')
  .split(/^### /m)
  .slice(1)
  .map((section) => ({
    title: section.split('\n')[0] ?? '',
    examples: [...(/^Example: (.+)$/m.exec(section)?.[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''),
    files: pathsOf(section),
  }));

describe('docs/architecture.md', () => {
  it('answers the questions of a newcomer', () => {
    expect(recipes.length).toBeGreaterThanOrEqual(20);
  });

  it('names files and folders that exist', () => {
    const links = [...architecture.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link]) =>
      path.join('docs', link ?? ''),
    );
    const named = [...pathsOf(architecture), ...links];
    expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  it.each(recipes)('names every file that mentions the example, and no other: $title', ({ examples, files }) => {
    const mentions = [...sources].filter(([, text]) => examples.some((example) => text.includes(example)));
    expect(mentions.length).toBeGreaterThan(1);
    expect(files.filter((file) => sources.has(file)).toSorted()).toEqual(mentions.map(([file]) => file).toSorted());
  });

  it('has the rooms in their order and every wall', () => {
    const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
      forbidden: { name: string; from: { path?: string }; to: { path?: string } }[];
    };
    const order = forbidden.filter(({ name }) => name === 'rooms-in-order');
    const roomOf = (rule: string | undefined) => /^\^app\/\(?([\w-]+)/.exec(rule ?? '')?.[1];
    const rooms = [...order.map(({ from }) => roomOf(from.path)), roomOf(order.at(-1)?.to.path)];
    for (const page of [architecture, textOf('README.md')])
      expect([...page.matchAll(/^\| `app\/([\w-]+)\/`/gm)].map(([, room]) => room)).toEqual(rooms);
    expect(forbidden.filter(({ name }) => !architecture.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('decision records', () => {
  const records = filesIn(['docs/decisions'], '.md');
  const headings = ['## Context', '## Decision', '## Consequences', '## Alternatives considered'];

  it('are numbered without a gap', () => {
    expect(records.map((file) => Number(path.basename(file).slice(0, 4)))).toEqual(
      records.map((_, index) => index + 1),
    );
  });

  it.each(records)('has one form on one page: %s', (file) => {
    const text = textOf(file);
    expect(text).toMatch(/^# \d{4}\. .+\n\nDate: \d{4}-\d{2}-\d{2}\n\nStatus: \w+/);
    expect(headings.filter((heading) => !text.includes(heading))).toEqual([]);
    expect(text.split('\n').length).toBeLessThan(60);
  });
});

describe('prose', () => {
  const prose = [...filesIn(['docs', 'app'], '.md'), 'README.md'];

  it('has no line over 120 columns, tables and links excepted', () => {
    const long = prose.flatMap((file) =>
      textOf(file)
        .split('\n')
        .flatMap((line, index) =>
          line.length > 120 && !/^\||\]\(|^\s*psql|^!/.test(line) ? [`${file}:${index + 1}`] : [],
        ),
    );
    expect(long).toEqual([]);
  });
});
