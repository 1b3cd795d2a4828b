import type { FileKind, Rendition } from '#events/document/events.ts';
import { ok, refuse } from '#events/failures.ts';
import type { Result } from '#events/failures.ts';
import type { Pdfs } from '#app/adapters/pdf/pdfs.ts';
import { detect } from '#app/adapters/storage/content/detect.ts';
import { accepts, extensionOf, formats, workingExtensions } from '#app/adapters/storage/content/formats.ts';
import type { Extension } from '#app/adapters/storage/content/formats.ts';
import type { RandomAccess } from '#app/adapters/storage/random-access.ts';

export interface CheckedContent {
  mediaType: string;
  /** Null for working files. */
  pages: number | null;
  rendition: Rendition | null;
}

/** Whether a file of this name may be uploaded as that kind. Refuses with `file_extension`. */
export function checkName(kind: FileKind, filename: string): Result<Extension> {
  const extension = extensionOf(filename);
  if (extension && accepts(kind, extension)) return ok(extension);
  const detail =
    kind === 'final'
      ? 'The final file must be a PDF, with a name that ends in .pdf.'
      : `The working file must be one of these types: ${workingExtensions.join(', ')}.`;
  return refuse('file_extension', { detail });
}

/**
 * Content must be what the extension says. Refuses with `file_extension`, `file_empty`, `file_content`,
 * `file_encrypted` or `file_truncated`, each with one sentence that says what is wrong.
 */
export async function checkContent(
  kind: FileKind,
  filename: string,
  file: RandomAccess,
  pdfs: Pick<Pdfs, 'inspect'>,
): Promise<Result<CheckedContent>> {
  const named = checkName(kind, filename);
  if (!named.ok) return named;
  const extension = named.value;
  if (file.size === 0) return refuse('file_empty', { detail: 'The file is empty.' });

  const finding = await detect(file);
  switch (finding.is) {
    case 'encrypted':
      return refuse('file_encrypted', {
        detail: 'The file is protected with a password. Save it without one, then upload it again.',
      });
    case 'damaged':
      return refuse('file_truncated', {
        detail: 'The file is cut short or damaged, so it can’t be opened. Save it again, then upload it.',
      });
    case 'other':
      return refuse('file_content', { detail: `The file is named .${extension} but holds ${finding.label}.` });
    case 'known':
      break;
  }
  if (!finding.extensions.includes(extension)) {
    const [actual, ...others] = finding.extensions;
    const label = !actual ? 'something else' : others.length > 0 ? 'an iWork document' : formats[actual].label;
    return refuse('file_content', { detail: `The file is named .${extension} but holds ${label}.` });
  }
  if (extension !== 'pdf') return ok({ mediaType: formats[extension].mediaType, pages: null, rendition: null });
  const pdf = await pdfs.inspect(file);
  return pdf.ok ? ok({ mediaType: formats.pdf.mediaType, ...pdf.value }) : pdf;
}
