import { describe, expect, it } from 'vitest';
import { spansOf, type LifeVersion } from '#app/documents/screens/document/lifeline-spans.ts';
import { drawLife } from '#app/ui/lifeline/scale.ts';

const at = (text: string) => Date.parse(text);
const now = at('2026-03-12T14:05:00Z');

describe('the lifeline', () => {
  it('shows the version in force with what has passed and what is to come', () => {
    const { bars, labels } = drawLife(
      [{ version: '1.0', begun: at('2025-12-01'), from: at('2026-01-01'), until: null }],
      now,
    );
    expect(bars.map(({ kind }) => kind)).toEqual(['work', 'now', 'until']);
    expect(labels.map(({ version, on }) => [version, on])).toEqual([['1.0', 'now']]);
  });

  it('shows a version that was replaced as past, up to its successor', () => {
    const { bars } = drawLife(
      [
        { version: '1.0', begun: at('2024-01-01'), from: at('2024-02-01'), until: at('2026-03-01') },
        { version: '2.0', begun: at('2026-01-01'), from: at('2026-03-01'), until: null },
      ],
      now,
    );
    const past = bars.find(({ kind }) => kind === 'was');
    const successor = bars.find(({ kind }) => kind === 'now');
    expect(past?.version).toBe('1.0');
    expect(successor).toBeDefined();
    const end = Number.parseFloat(past?.x ?? '') + (past?.width ?? 0);
    expect(end).toBeCloseTo(Number.parseFloat(successor?.x ?? ''), 1);
    expect(bars.find(({ version, kind }) => version === '2.0' && kind === 'work')?.aside).toBe(true);
  });

  it('begins at the effective date of an externally effective version, before its creation', () => {
    const begun = at('2026-03-01');
    const { bars } = drawLife([{ version: '3.2', begun, from: at('2025-03-12'), until: null }], now);
    expect(bars.map(({ kind }) => kind)).toEqual(['now', 'until']);
    expect(bars[0]?.width).toBeGreaterThan(75);
  });

  it('shows a version without a date as work only', () => {
    const { bars } = drawLife([{ version: '1.0', begun: at('2026-03-01'), from: null, until: null }], now);
    expect(bars.map(({ kind }) => kind)).toEqual(['work']);
  });

  it('draws every bar inside the frame, with few year marks', () => {
    const { bars, ticks } = drawLife(
      [{ version: '1.0', begun: at('1996-05-01'), from: at('1996-06-01'), until: null }],
      now,
    );
    for (const { x, width } of bars) expect(Number.parseFloat(x) + width).toBeLessThanOrEqual(100.01);
    expect(ticks.length).toBeLessThanOrEqual(9);
  });

  it('draws nothing after the moment of a past view', () => {
    const { bars, here } = drawLife(
      [
        { version: '1.0', begun: at('2025-12-01'), from: at('2026-01-01'), until: at('2026-04-01') },
        { version: '2.0', begun: at('2026-03-01'), from: at('2026-04-01'), until: null },
      ],
      now,
      true,
    );
    expect(bars.map(({ version, kind }) => [version, kind])).toEqual([
      ['1.0', 'work'],
      ['1.0', 'now'],
      ['2.0', 'work'],
    ]);
    for (const { x, width } of bars)
      expect(Number.parseFloat(x) + width).toBeLessThanOrEqual(Number.parseFloat(here) + 0.02);
  });

  it('draws a document that was created at this moment', () => {
    const { bars, here } = drawLife([{ version: '1.0', begun: now, from: null, until: null }], now);
    expect(bars).toHaveLength(1);
    expect(here).toMatch(/^\d+(\.\d+)?%$/);
  });
});

describe('the spans of a document', () => {
  const version = (given: Partial<LifeVersion>): LifeVersion => ({
    version: '1.0',
    status: 'IN_REVIEW',
    submittedAt: '2026-01-05T00:00:00.000Z',
    effectiveAt: null,
    effectiveZone: null,
    supersededAt: null,
    supersededZone: null,
    withdrawnAt: null,
    retiredAt: null,
    ...given,
  });
  const later = version({ version: '1.1', submittedAt: '2026-02-01T00:00:00.000Z' });

  it('end, for a rejected version, where the next one is sent for review', () => {
    expect(spansOf('2026-01-01T00:00:00.000Z', [version({ status: 'REJECTED' }), later])).toEqual([
      { version: '1.0', begun: at('2026-01-01'), from: null, until: at('2026-02-01') },
      { version: '1.1', begun: at('2026-02-01'), from: null, until: null },
    ]);
  });

  it('continue, for an effective version, while the next one is in review', () => {
    const [inForce] = spansOf('2026-01-01T00:00:00.000Z', [
      version({ status: 'EFFECTIVE', effectiveAt: '2026-01-20T00:00:00.000Z' }),
      later,
    ]);
    expect(inForce).toMatchObject({ from: at('2026-01-20'), until: null });
  });
});
