import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesIn, root, textOf } from './source.ts';

const architecture = textOf('docs/architecture.md');

/** A question of the page: its title, its example and the files it names. */
const questions = architecture
  .split(/^### /m)
  .slice(1)
  .map((section) => ({
    title: section.split('\n')[0] ?? '',
    example: /^Example: `([^`]+)`/m.exec(section)?.[1] ?? '',
    files: [...section.matchAll(/`([\w./-]+\/[\w./-]+|\.env\.example)`/g)].map(([, file]) => file ?? ''),
  }));

describe('docs/architecture.md', () => {
  it('answers the questions of a newcomer', () => {
    expect(questions.length).toBeGreaterThanOrEqual(14);
  });

  it.each(questions)('names files that exist and mention the example: $title', ({ example, files }) => {
    expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
    const sources = files.filter((file) => /\.(?:tsx?|sql)$/.test(file) && !file.startsWith('tests/'));
    expect(sources.length).toBeGreaterThan(0);
    expect(sources.filter((file) => !textOf(file).includes(example))).toEqual([]);
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
