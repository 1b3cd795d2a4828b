import { refuse } from '#events/failures.ts';

/** A task that behaves as its input says, so that the pool's tests can make it fail in every way. */
export default async function behave(input: {
  way: 'answer' | 'throw' | 'refuse' | 'spin' | 'fill' | 'wait';
  bytes?: Uint8Array;
  milliseconds?: number;
}): Promise<unknown> {
  switch (input.way) {
    case 'answer':
      return { length: input.bytes?.length ?? 0 };
    case 'refuse':
      return refuse('file_content', { detail: 'No pages.' });
    case 'throw':
      throw new RangeError('A bug');
    case 'wait':
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, input.milliseconds);
      return { length: 0 };
    case 'spin':
      for (;;);
    case 'fill': {
      const held: unknown[] = [];
      for (;;) held.push(Array.from({ length: 10_000 }, (_, i) => ({ i })));
    }
  }
}
