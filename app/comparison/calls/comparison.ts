import { z } from 'zod';
import { comparison } from '#app/comparison/calls/comparison-entity.ts';
import { askComparison, sentVersion } from '#app/comparison/stored-comparisons.ts';
import { restWords, verdict } from '#app/comparison/words.ts';
import { byUid } from '#app/kit/call/parameters.ts';
import { versionInAddress } from '#app/documents/forms/version-in-address.ts';
import { listComparable } from '#app/comparison/queries/comparable-versions.ts';
import { reads, RefusedCall } from '#app/kit/call/endpoint.ts';

/** Milliseconds; a client may ask again. */
const patience = 120_000;

export const compareVersions = reads({
  method: 'GET',
  path: '/api/docs/{uid}/comparison',
  operation: 'compareVersions',
  tag: 'Documents',
  summary: 'What changed between two versions',
  description:
    'Compares the final PDFs of two versions that the caller may read: words with their page, heading and table ' +
    'cell, embedded pictures, the look of pages, links, form fields, notes, bookmarks and attached files. Takes up ' +
    'to a minute for long documents.',
  params: byUid,
  query: z.object({ from: versionInAddress, to: versionInAddress }),
  data: comparison,
  refusals: ['comparison_not_readable'],
  asks: listComparable,
  input: ({ params }) => ({ document: params.uid }),
  async answer(versions, { query, params, ports, viewer }) {
    const [from, to] = [query.from, query.to].map((asked) => versions.find((one) => one.document.version === asked));
    if (!from || !to) throw new RefusedCall({ code: 'not_found' });
    const pair = { document: params.uid, from: sentVersion(from), to: sentVersion(to) };
    const isDraft = [from, to].some(({ status }) => status === 'CREATED');
    const asked = await askComparison(ports, viewer.org, pair, { isDraft, patience });
    if (asked.state === 'running' || asked.state === 'busy')
      throw new RefusedCall({ code: 'busy', facts: { retryAfterSeconds: 10 } });
    if (asked.state !== 'made') throw new RefusedCall({ code: 'comparison_not_readable' });
    const { comparison, sha256 } = asked.opened;
    const words = { ...comparison, total: comparison.passages.length };
    const said = { verdict: verdict(words), compared: restWords(words) };
    return { data: { fromVersion: query.from, toVersion: query.to, sha256, ...said, comparison } };
  },
});
