import { compareDocuments } from '#app/comparison/engine/compare.ts';
import type { Comparison } from '#app/comparison/engine/comparison.ts';
import { withDocument } from '#app/adapters/pdf/intake/pdfium.ts';
import { drawSheets, type Sheets } from './sheets.ts';
import type { Expected, SheetMutation } from './sheet-mutations.ts';

export async function compareSheets(older: Sheets, newer: Sheets): Promise<Comparison> {
  const [one, other] = [await drawSheets(older), await drawSheets(newer)];
  return withDocument(one, (from) =>
    withDocument(other, (to) =>
      compareDocuments({ document: from, sha256: 'older' }, { document: to, sha256: 'newer' }),
    ),
  );
}

const changedWords = ({ passages }: Comparison, kind: 'removed' | 'added'): string[] =>
  passages
    .filter((passage) => passage.kind !== 'moved')
    .flatMap(({ parts }) => parts.filter((part) => part.kind === kind))
    .flatMap(({ text }) => text.split(' '))
    .sort();

/** What is missed of a change, or said beside it; null where the comparison says exactly this. */
export function faultOf(found: Comparison, { removed, added, touches, element, onEveryPage }: Expected): string | null {
  const { passages, elements } = found;
  const said = JSON.stringify({ passages: passages.map(({ kind, place, parts }) => [kind, place, parts]), elements });
  if (touches) {
    const parts = passages.flatMap((passage) => passage.parts.filter(({ kind }) => kind !== 'same'));
    return parts.some(({ text }) => touches.some((one) => text.includes(one))) ? null : `missed: ${said}`;
  }
  if (element) {
    const [kind, text] = element;
    const own = elements.filter(
      (one) => one.element === kind && JSON.stringify(one).includes(text.replaceAll('"', '')),
    );
    if (own.length === 0) return `missed: ${said}`;
    const others = elements.filter((one) => one.element !== kind);
    return passages.length + others.length > 0 ? `said too much: ${said}` : null;
  }
  const [gone, come] = [changedWords(found, 'removed'), changedWords(found, 'added')];
  const [left, right] = [[...(removed ?? [])], [...(added ?? [])]].map((list) =>
    list.map((word) => word.trim()).sort(),
  );
  if (gone.join(' ') !== left!.join(' ') || come.join(' ') !== right!.join(' '))
    return `not as expected (${left!.join(' ')} → ${right!.join(' ')}): ${said}`;
  const everywhere = passages.filter(({ place }) => place === 'On every page').length;
  if (onEveryPage !== undefined && everywhere !== onEveryPage) return `not once on every page: ${said}`;
  return elements.length > 0 ? `said too much: ${said}` : null;
}

/** The faults of many comparisons, by the name of the change. */
export async function faultsOf(mutations: readonly SheetMutation[]): Promise<Record<string, string>> {
  const faults: Record<string, string> = {};
  for (const { name, older, newer, expected } of mutations) {
    const fault = faultOf(await compareSheets(older, newer), expected);
    if (fault) faults[name] = fault;
  }
  return faults;
}
