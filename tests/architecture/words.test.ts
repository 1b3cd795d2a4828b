import { describe, expect, it } from 'vitest';
import { texts } from '#events/texts.ts';
import { filesIn, textOf } from './source.ts';

/**
 * Words of the first releases that the field has other terms for, or that hide their subject. The glossary has the
 * terms. Whole words and parts of camelCase and kebab-case names count alike.
 */
const banned =
  /^(?:told|kept|settled|meant|noted|shelf|shelves|desk|crew|lanes?|flights?|passengers?|whoever|besides|elsewhere|e-mail|parcels?|stencils?|rehears(?:e|es|ed|al|als)|halfway|heed|enlist|misaddressed|dice)$/i;

/** Names that stored data, queued jobs, the platform or other people's lists and texts give: not ours to change. */
const storedNames =
  /'E-mail;Staff no\.|Fehler per E-Mail|meantFor|kept_form|AppKeptForm|kept_at|kept_age|noted_at|upload_unsettled|['"]kept['"]|purge-kept-forms|tell-(?:rejected|training-assigned|locked-out)|allSettled|PromiseSettledResult/;

/** The words of a text, names taken apart: `keptForm` is `kept` and `Form`. */
const wordsIn = (text: string): string[] => text.match(/(?<![-\w])[Ee]-[Mm]ail|[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];

const everything = filesIn(
  ['app', 'events', 'projections', 'migrations', 'scripts', 'bench', 'tests', 'docs'],
  '.ts',
  '.tsx',
  '.mjs',
  '.css',
  '.sql',
  '.md',
  '.go',
).filter((file) => !/^tests\/(architecture\/words\.test\.ts|golden\/events\/|fixtures\/)/.test(file));

/** A migration that has run stays as it was: its text is part of what guards the database. */
const isPast = (file: string, word: string): boolean => file.startsWith('migrations/') && /^e-mail$/i.test(word);

/** The specification's own sentences are verbatim. */
const verbatim = Object.values(texts).filter((text) => typeof text === 'string');

describe('the language', () => {
  it('uses no banned word in code, comments, titles or prose', () => {
    const found = [...everything, 'README.md', '.env.example'].flatMap((file) =>
      textOf(file)
        .split('\n')
        .flatMap((line, index) => {
          const rest = verbatim.reduce((left, text) => left.replaceAll(text, ''), line);
          const words = wordsIn(rest).filter(
            (word) => banned.test(word) && !storedNames.test(line) && !isPast(file, word),
          );
          return words.length > 0 ? [`${file}:${index + 1} ${words.join(' ')}`] : [];
        }),
    );
    expect(found).toEqual([]);
  });

  it('names no file with a banned word', () => {
    expect(everything.filter((file) => wordsIn(file).some((word) => banned.test(word)))).toEqual([]);
  });
});
