import { z } from 'zod';
import { comparisonMethod, earlierMethod } from '#events/document/comparison-method.ts';
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

const elementSide = z
  .object({
    page: page.nullable().describe('Null for bookmarks, files of the whole document, and links on every page.'),
    name: comparedWords.describe('The words of a link, else its name.'),
    value: comparedWords.describe('What it is, holds or leads to.'),
  })
  .meta({ id: 'ComparisonElementSide' });

const elementChange = z
  .object({
    element: z.enum(['link', 'field', 'note', 'bookmark', 'attachment']),
    kind: z.enum(['changed', 'added', 'removed']),
    from: elementSide.nullable(),
    to: elementSide.nullable(),
  })
  .meta({ id: 'ComparisonElement' });

const compared = z
  .object({ sha256, pages: z.int(), words: z.int(), silentPages: z.array(page) })
  .meta({ id: 'ComparedVersion' });

const made = z
  .object({
    method: z.enum([comparisonMethod, earlierMethod]),
    compares: z
      .enum(['words', 'pages'])
      .describe('`pages`: a scan without words, of which only pictures are compared.'),
    from: compared,
    to: compared,
    counts: z.object({
      wordsAdded: z.int(),
      wordsRemoved: z.int(),
      wordsMoved: z.int(),
      pagesChanged: z.int(),
      elementsChanged: z.int().describe('Links, form fields, notes, bookmarks and attached files.'),
    }),
    passages: z.array(passage),
    pictures: z.array(
      z
        .object({ kind: z.enum(['changed', 'added', 'removed']), from: onPage.nullable(), to: onPage.nullable() })
        .meta({ id: 'ComparisonPicture' }),
    ),
    elements: z.array(elementChange),
    undrawnPages: z
      .object({ from: z.array(page), to: z.array(page) })
      .describe(
        'Pages whose lines, drawings and look were not compared: text or the whole page stands in another place.',
      ),
    unknownActions: z
      .array(comparedWords)
      .describe('Names of links and bookmarks whose action leads to no place or address: it was not compared.'),
  })
  .describe('Equal PDFs give equal bytes of its canonical JSON (RFC 8785).') satisfies z.ZodType<Comparison>;

/** What differs between two versions. */
export const comparison = z
  .object({
    fromVersion: versionNumber,
    toVersion: versionNumber,
    sha256: sha256.describe('SHA-256 of the canonical JSON of `comparison`.'),
    verdict: comparedWords.describe('Whether anything else changed, as the screen says it.'),
    compared: comparedWords.describe('What was compared, and what was not.'),
    comparison: made,
  })
  .meta({ id: 'Comparison' });
