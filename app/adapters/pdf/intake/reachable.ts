import { PDFArray, PDFDict, PDFName, PDFRef, PDFStream, type PDFObject } from 'pdf-lib';
import { lookUp } from '#app/adapters/pdf/page-tree.ts';
import type { PdfStructure } from '#app/adapters/pdf/structure.ts';

const name = PDFName.of;
/**
 * What a field does with what is typed into it: key by key, formatting, checking, calculating (ISO 32000-1, table 196).
 */
const ofFields = new Set(['K', 'F', 'V', 'C'].map(name));

export interface Found {
  dict: PDFDict;
  /** Whether the dictionary is a stream's. */
  isStream: boolean;
}

/**
 * Every dictionary that can be reached from the catalogue, each once, without the actions that wait for somebody who
 * fills in a form.
 */
export async function* reachableDicts(structure: PdfStructure): AsyncGenerator<Found> {
  const seen = new Set<string>();
  const waiting: PDFObject[] = [structure.trailer.get(name('Root'))!];
  for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
    if (object instanceof PDFRef) {
      if (seen.has(object.tag)) continue;
      seen.add(object.tag);
      const found = await structure.fetch(object);
      if (found !== undefined) waiting.push(found);
    } else if (object instanceof PDFArray) {
      waiting.push(...object.asArray());
    } else if (object instanceof PDFDict || object instanceof PDFStream) {
      const dict = object instanceof PDFStream ? object.dict : object;
      yield { dict, isStream: object !== dict };
      for (const [key, value] of dict.entries()) {
        const actions = key === name('AA') && !isPage(dict) ? await lookUp(structure, value) : null;
        if (actions instanceof PDFDict) {
          waiting.push(...actions.entries().flatMap(([event, action]) => (ofFields.has(event) ? [] : [action])));
        } else waiting.push(value);
      }
    }
  }
}

const isPage = (dict: PDFDict): boolean => dict.get(name('Type')) === name('Page');
