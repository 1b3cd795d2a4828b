import { z } from 'zod';
import { uid } from '#events/common.ts';
import { makeComparison } from '#app/comparison/stored-comparisons.ts';
import { readAwaitedPairs } from '#app/comparison/queries/since-signed.ts';
import { forEachInTurn } from '#app/kit/job/organisations.ts';
import type { Task } from '#app/kit/job/task.ts';

const followed = z.object({ org: uid, document: uid, version: z.string() });

/**
 * Compares a version that people are to sign with those that they signed before, and with the one in force. What cannot
 * be compared stays out: the pages say so. A repeated job finds what is recorded.
 */
export const makeComparisonsTask: Task<z.infer<typeof followed>> = {
  name: 'make-comparisons',
  payload: followed,
  async run({ org, document, version }, ports, stopping) {
    const pairs = await ports.database.read(org, (db) => readAwaitedPairs(db, { document, version }));
    await forEachInTurn(
      pairs,
      async (pair) => {
        if (!stopping?.aborted) await makeComparison(ports, org, pair);
      },
      (err) => ports.log.warn({ err, org, document }, 'comparison.failed'),
    );
  },
};
