import { trainingBatchSize } from '#events/training/events.ts';

/** Cuts a list into the sizes that one event may carry; an empty list into none. */
export const batchesOf = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / trainingBatchSize) }, (_, batch) =>
    items.slice(batch * trainingBatchSize, (batch + 1) * trainingBatchSize),
  );
