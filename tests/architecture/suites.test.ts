import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesIn, root, textOf } from './source.ts';

/** The rows of the page: what the long suite has, and its sample by day. */
const rows = textOf('tests/README.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`tests/'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, long = '', protects = '', sample = '']) => ({ long: unquoted(long), protects, sample: unquoted(sample) }));

function unquoted(cell: string): string {
  return cell.replaceAll('`', '');
}

const isLong = (file: string): boolean => /\.long\.(?:test|spec)\.tsx?$/.test(file);

describe('tests/README.md', () => {
  it('names every test that is in the long suite alone, or larger in it', () => {
    const enlarged = filesIn(['tests'], '.ts', '.tsx').filter(
      (file) =>
        /\.(?:test|spec)\.tsx?$/.test(file) && (isLong(file) || /^import .*support\/suite\.ts'/m.test(textOf(file))),
    );
    const named = rows.map(({ long }) => long);
    expect(enlarged.filter((file) => !named.includes(file))).toEqual([]);
    expect(named.filter((file) => file.startsWith('tests/') && !enlarged.includes(file))).toEqual([]);
  });

  it.each(rows)('says what $long protects, with a sample in the day suite', ({ protects, sample }) => {
    expect(protects).not.toBe('');
    expect(existsSync(path.join(root, sample))).toBe(true);
    expect(isLong(sample)).toBe(false);
  });
});
