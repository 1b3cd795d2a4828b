import { z } from 'zod';
import type { Comparison } from '#app/comparison/engine/comparison.ts';
import { comparedWords, placeName, sha256, versionNumber } from '#app/kit/call/fields.ts';

const fraction = z.number().min(0).max(1);
const page = z.int().min(1);

const box = z
  .object({ left: fraction, top: fraction, width: fraction, height: fraction })
  .describe("Fractions of the page's picture, from its upper left corner.")
  .meta({ id: 'ComparisonBox' });

const span = z
  .object({ page, lastPage: page, word: z.int().min(0), words: z.int().min(1) })
  .describe('Pages count from 1, words from 0 in reading order, running headers and footers first.')
  .meta({ id: 'ComparisonSpan' });

const passage = z
  .object({
    kind: z.enum(['changed', 'added', 'removed', 'moved']),
    place: placeName.describe('The numbered heading above it, else its page.'),
    cell: z.object({ row: placeName, column: placeName }).nullable().describe('Where it stands in a table.'),
    from: span.nullable(),
    to: span.nullable(),
    parts: z.array(z.object({ kind: z.enum(['same', 'removed', 'added']), text: comparedWords })),
    before: comparedWords.describe('A few unchanged words before it.'),
    after: comparedWords,
  })
  .meta({ id: 'ComparisonPassage' });

const onPage = z.object({ page, boxes: z.array(box) }).meta({ id: 'ComparisonPage' });

const compared = z
  .object({ sha256, pages: z.int(), words: z.int(), silentPages: z.array(page) })
  .meta({ id: 'ComparedVersion' });

const made = z
  .object({
    method: z.literal('imprimatur-comparison-1'),
    compares: z
      .enum(['words', 'pages'])
      .describe('`pages`: a scan without words, of which only pictures are compared.'),
    from: compared,
    to: compared,
    counts: z.object({ wordsAdded: z.int(), wordsRemoved: z.int(), wordsMoved: z.int(), pagesChanged: z.int() }),
    passages: z.array(passage),
    pictures: z.array(
      z
        .object({ kind: z.enum(['changed', 'added', 'removed']), from: onPage.nullable(), to: onPage.nullable() })
        .meta({ id: 'ComparisonPicture' }),
    ),
    reflowedPages: z
      .array(page)
      .describe('Pages whose text stands in another place: drawings on them were not compared.'),
  })
  .describe('Equal PDFs give equal bytes of its canonical JSON (RFC 8785).') satisfies z.ZodType<Comparison>;

/** What differs between two versions. */
export const comparison = z
  .object({
    fromVersion: versionNumber,
    toVersion: versionNumber,
    sha256: sha256.describe('SHA-256 of the canonical JSON of `comparison`.'),
    comparison: made,
  })
  .meta({ id: 'Comparison' });
