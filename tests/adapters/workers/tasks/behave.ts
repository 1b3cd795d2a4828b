import { refuse } from '#events/failures.ts';

/** A task that behaves as its input says, so that the pool's tests can make it fail in every way. */
export default async function behave(input: {
  way: 'answer' | 'throw' | 'refuse' | 'spin' | 'fill';
  bytes?: Uint8Array;
}): Promise<unknown> {
  switch (input.way) {
    case 'answer':
      return { length: input.bytes?.length ?? 0 };
    case 'refuse':
      return refuse('file_content', { detail: 'No pages.' });
    case 'throw':
      throw new RangeError('A bug');
    case 'spin':
      for (;;);
    case 'fill': {
      const held: unknown[] = [];
      for (;;) held.push(Array.from({ length: 10_000 }, (_, i) => ({ i })));
    }
  }
}
