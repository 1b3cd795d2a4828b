import { describe, expect, it } from 'vitest';
import { compareSheets, faultsOf } from './sheet-findings.ts';
import { flowingLooks, standingLook } from './sheet-looks.ts';
import { edgeKinds } from './edge-kinds.ts';
import { otherKinds } from './other-kinds.ts';
import { mutateSheets } from './sheet-mutations.ts';

const edges = mutateSheets(edgeKinds, 4);
const others = mutateSheets(otherKinds, 5);
const looks = [1, 2, 3].flatMap((seed) => [...flowingLooks(seed), standingLook(seed)]);

describe('comparison of 200 changed documents', () => {
  it('has 200 changes, a third of them in the upper and lower eighth of pages', () => {
    expect(edges.length + others.length).toBeGreaterThanOrEqual(200);
    expect(edges.length * 3).toBeGreaterThan(edges.length + others.length);
  });

  it('finds each change near the edge of a page, and nothing else', async () => {
    expect(await faultsOf(edges)).toEqual({});
  });

  it('finds each other change, and nothing else', async () => {
    expect(await faultsOf(others)).toEqual({});
  });

  it('finds no change where only typeface, size or paper is another', async () => {
    const said: Record<string, unknown> = {};
    for (const { name, older, newer } of looks) {
      const { passages, elements } = await compareSheets(older, newer);
      if (passages.length + elements.length > 0) said[name] = { passages, elements };
    }
    expect(said).toEqual({});
  });
});
