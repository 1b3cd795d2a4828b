import { PDFArray, PDFDict, PDFName, PDFRef, type PDFObject } from 'pdf-lib';
import { lookUp } from '#app/adapters/pdf/page-tree.ts';
import type { PdfStructure } from '#app/adapters/pdf/structure.ts';

const uses = ['View', 'Print', 'Export'] as const;
/** A layer that shows at some sizes, in some languages or to some people alone (ISO 32000-1, table 102). */
const personal = ['Zoom', 'Language', 'User'].map((use) => PDFName.of(use));
const off = PDFName.of('OFF');

/**
 * Whether a layer is shown on the screen and not in print, the other way round, or by some readers alone (8.11.4): some
 * follow what a layer says of its use, others only which layers are switched off at first.
 */
export async function layersDiffer(structure: PdfStructure, catalog: PDFDict): Promise<boolean> {
  const entry = async (dict: PDFDict, key: string): Promise<PDFObject | undefined> =>
    lookUp(structure, dict.get(PDFName.of(key)));
  const properties = await entry(catalog, 'OCProperties');
  if (!(properties instanceof PDFDict)) return false;
  const initial = await entry(properties, 'D');
  const config = initial instanceof PDFDict ? initial : null;
  const listed = async (key: string): Promise<Set<string>> => {
    const list = config && (await entry(config, key));
    return new Set(list instanceof PDFArray ? list.asArray().map(String) : []);
  };
  const [on, offAtFirst] = [await listed('ON'), await listed('OFF')];
  const base = config && (await entry(config, 'BaseState'));
  const isOn = (layer: PDFObject): boolean =>
    offAtFirst.has(String(layer)) ? false : on.has(String(layer)) || base !== off;

  const layers = await entry(properties, 'OCGs');
  for (const layer of layers instanceof PDFArray ? layers.asArray() : []) {
    const group = await lookUp(structure, layer);
    const usage = group instanceof PDFDict ? await entry(group, 'Usage') : undefined;
    if (!(layer instanceof PDFRef) || !(usage instanceof PDFDict)) continue;
    if (personal.some((use) => usage.has(use))) return true;
    for (const use of uses) {
      const given = await entry(usage, use);
      const state = given instanceof PDFDict ? await entry(given, `${use}State`) : undefined;
      if (state instanceof PDFName && (state !== off) !== isOn(layer)) return true;
    }
  }
  return false;
}
