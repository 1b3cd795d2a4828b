import { setTimeout } from 'node:timers/promises';
import type { LedgerReader } from '#events/ledger/read.ts';

/** Milliseconds between two looks. */
const interval = 500;

/** Waits for events. Everybody in this process who waits for one organisation shares one look at its ledger. */
export interface LedgerGrowth {
  /** Whether the ledger got more than `size` events within so many milliseconds, and before `end`. */
  wait(org: string, size: string, milliseconds: number): Promise<boolean>;
  /** Ends every wait, now and later: the server stops. */
  end(): void;
}

interface Waiting {
  size: bigint;
  settle(grown: boolean): void;
}

export function createLedgerGrowth({ readHead }: Pick<LedgerReader, 'readHead'>): LedgerGrowth {
  const groups = new Map<string, Set<Waiting>>();
  let isOver = false;

  async function watch(org: string, group: Set<Waiting>): Promise<void> {
    while (group.size > 0) {
      await setTimeout(interval, undefined, { ref: false });
      // Those who wait meet the fault themselves when they read.
      const size =
        group.size > 0
          ? await readHead(org).then(
              (head) => BigInt(head.size),
              () => null,
            )
          : null;
      for (const one of group) if (size === null || size > one.size) one.settle(true);
    }
    groups.delete(org);
  }

  return {
    wait(org, size, milliseconds) {
      if (isOver) return Promise.resolve(false);
      const group = groups.get(org) ?? new Set();
      return new Promise((resolve) => {
        const timer = globalThis.setTimeout(() => one.settle(false), milliseconds);
        const one: Waiting = {
          size: BigInt(size),
          settle(grown) {
            clearTimeout(timer);
            group.delete(one);
            resolve(grown);
          },
        };
        group.add(one);
        if (groups.has(org)) return;
        groups.set(org, group);
        void watch(org, group);
      });
    },
    end() {
      isOver = true;
      for (const group of groups.values()) for (const one of group) one.settle(false);
    },
  };
}
