import { PDFArray, PDFDict, PDFRef, PDFStream, type PDFObject } from 'pdf-lib';

/** Every reference that is written in an object, one level of nesting after the other. */
export function* referencesIn(object: PDFObject): Generator<PDFRef> {
  const waiting = [object];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next instanceof PDFRef) yield next;
    else if (next instanceof PDFArray) waiting.push(...next.asArray());
    else if (next instanceof PDFStream) waiting.push(next.dict);
    else if (next instanceof PDFDict) waiting.push(...next.values());
  }
}
