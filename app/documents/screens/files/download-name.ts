import type { DocumentType, StoredFile } from '#events/document/events.ts';
import { typeLabel } from '#events/document/type.ts';
import { cleanFilename } from '#app/adapters/storage/filename.ts';

interface NamedDocument {
  name: string;
  type: DocumentType;
  functionalArea: string;
  docNum: string;
}

/**
 * `SOP-QA-017 Batch Record Review v2.1.docx`: number, title and version, with the ending of the stored file. The name
 * of a controlled copy ends in `(copy)`.
 */
export function downloadName(
  { name, type, functionalArea, docNum }: NamedDocument,
  { version, kind }: { version: string; kind: 'working' | 'final' | 'signed' },
  file: Pick<StoredFile, 'name'>,
  isCopy = false,
): string {
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(file.name)?.[0] ?? '';
  const number = [typeLabel(type), functionalArea, docNum].join('-');
  const whole = `${number} ${name} v${version}${isCopy ? ' (copy)' : kind === 'signed' ? ' (signed)' : ''}${ending}`;
  // A title may contain characters that a file name may not.
  return cleanFilename(whole.replace(/[/\\:*?"<>|]/g, '-'));
}
