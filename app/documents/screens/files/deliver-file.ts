import { ok, type Result } from '#events/failures.ts';
import { openFile } from '#app/documents/commands/open-file.ts';
import type { Page } from '#app/kit/screen/screen.ts';
import { logDamage, openStoredFile } from '#app/kit/downloads/stored-file.ts';
import { makeControlledCopy } from '#app/adapters/pdf/controlled-copy.ts';
import { copyMarks } from '#app/documents/words/copy-marks.ts';
import type { FileRequest, FoundFile } from '#app/documents/queries/file.ts';
import { findCertificate } from '#app/adapters/pdf-signing/find-certificate.ts';
import { fullName } from '#app/kit/query/viewer.ts';

/** A file's size and its bytes, which can be read once. */
export interface DeliveredFile {
  size: number;
  body: AsyncIterable<Uint8Array>;
}

/**
 * Verifies a file that the viewer may have (`found`), makes the controlled copy where one is due, records the download
 * and only then returns the bytes. Refuses with `conflict` where the file or its standing has changed meanwhile.
 */
export async function deliverFile(page: Page, request: FileRequest, found: FoundFile): Promise<Result<DeliveredFile>> {
  const { file } = found;
  const given = found.standing ? await copyOf(page, found, request, found.standing) : await openStoredFile(page, file);
  if (!given.ok) return given;
  const copy = 'copy' in given.value ? given.value.copy : null;
  const verified = { sha256: file.sha256, status: found.standing?.status ?? null };
  const recorded = await page.execute(openFile, { ...request, copy, verified });
  return recorded.ok ? given : recorded;
}

async function copyOf(
  page: Page,
  { file, document }: FoundFile,
  { kind }: FileRequest,
  standing: NonNullable<FoundFile['standing']>,
) {
  const { viewer, ports, now } = page;
  const zone = viewer.settings.timeZone;
  const taking = { name: fullName(viewer), at: now, zone };
  const marks = copyMarks(document, standing, taking, file.rendition);
  const { log } = page.context;
  const found = await findCertificate({ ...ports, log }, { org: viewer.org, name: viewer.orgName, now });
  if (!found.ok) return found;
  const copied = await makeControlledCopy({ storage: ports.storage.within(viewer.org), pdfs: ports.pdfs }, file, {
    isOwn: kind === 'signed',
    organisation: viewer.orgName,
    marks,
    certification: { certificate: found.value, at: now },
  });
  if (!copied.ok) {
    logDamage(page, file, copied.failure);
    return copied;
  }
  const { size, body, sha256, marked } = copied.value;
  return ok({ size, body, copy: { sha256, standing: marks.status, takenAt: now, marked } });
}
