import { createHash } from 'node:crypto';
import type { PDFiumDocument } from '@hyzyla/pdfium';
import { type Module, withMemory } from '#app/comparison/engine/pdfium-page.ts';
import { readText } from './engine-text.ts';

/** A file within the document: its name, and its bytes in words. */
export interface Attachment {
  name: string;
  value: string;
}

export function readAttachment(module: Module, file: number): Attachment {
  const name = readText(module, (at, length) => module._FPDFAttachment_GetName(file, at, length));
  return { name, value: contentOf(module, file) };
}

function contentOf(module: Module, file: number): string {
  const size = withMemory(module, 4, (length) =>
    module._FPDFAttachment_GetFile(file, 0, 0, length) ? module.HEAP32[length / 4]! : 0,
  );
  if (size === 0) return 'empty';
  const sha256 = withMemory(module, size + 4, (at) => {
    // The length stands before the bytes, at an address that 4 divides.
    module._FPDFAttachment_GetFile(file, at + 4, size, at);
    return createHash('sha256')
      .update(module.HEAPU8.subarray(at + 4, at + 4 + size))
      .digest('hex');
  });
  return `${size === 1 ? '1 byte' : `${size} bytes`}, SHA-256 ${sha256}`;
}

/** The files that belong to the document as a whole. */
export function readAttachments(document: PDFiumDocument): Attachment[] {
  const { module, documentIdx } = document as unknown as { module: Module; documentIdx: number };
  const count = module._FPDFDoc_GetAttachmentCount(documentIdx);
  return Array.from({ length: count }, (_, index) =>
    readAttachment(module, module._FPDFDoc_GetAttachment(documentIdx, index)),
  );
}
