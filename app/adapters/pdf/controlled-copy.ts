import type { StoredFile } from '#events/document/events.ts';
import { ok, type Result } from '#events/failures.ts';
import type { CopyMarks } from '#app/adapters/pdf/header-footer.ts';
import type { Pdfs } from '#app/adapters/pdf/pdfs.ts';
import { certifyPdf, type Certification, type CertifiedPdf } from '#app/adapters/pdf/certified-pdf.ts';
import type { OrganisationStorage } from '#app/adapters/storage/port.ts';

/** A PDF as it is handed out, marked and signed. */
export interface ControlledCopy extends CertifiedPdf {
  /** Every page, or, where that cannot be done, a sheet before the first. */
  marked: 'every_page' | 'cover_sheet';
}

interface CopyOptions {
  /** It is a signed PDF, which the product made itself. */
  isOwn: boolean;
  organisation: string;
  marks: CopyMarks;
  certification: Certification;
}

const reason = 'Sealed as a controlled copy';

/**
 * A stored PDF with marks on every page, or on a sheet before them where the pages can't be followed or are too many,
 * signed last by the organisation over all of it. A PDF with signatures of others is attached unchanged to such a
 * sheet. Refuses as `openVerified` and `Pdfs` do.
 */
export async function makeControlledCopy(
  { storage, pdfs }: { storage: OrganisationStorage; pdfs: Pdfs },
  file: Pick<StoredFile, 'objectKey' | 'sha256' | 'name'>,
  { isOwn, organisation, marks, certification }: CopyOptions,
): Promise<Result<ControlledCopy>> {
  const { name, sha256 } = file;
  const made = await certifyPdf(storage, file, { certification, organisation, reason }, (opened, signature) =>
    pdfs.markCopy(opened, { original: { name, sha256, size: opened.size }, isOwn, marks, signature }),
  );
  if (!made.ok) return made;
  const { prepared, certified } = made.value;
  return ok({ ...certified, marked: prepared.marked });
}
