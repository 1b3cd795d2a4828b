import type { OrganisationStorage } from '#app/storage/port.ts';
import { openVerified } from '#app/storage/verified.ts';
import { pdfsOf, type Snapshot, type PastDocument, type PastPdf } from '#app/evidence/pack/snapshot.ts';
import type { ReadEvent } from '#app/evidence/pack/event-descriptions.ts';
import { documentOf } from '#app/queries/audit/event-documents.ts';
import type { PackedFile } from '#app/evidence/verify/contents.ts';
import type { NewFile } from '#app/evidence/pack/zip.ts';

/** A PDF that a pack's events record or a signature is bound to, with its name in the pack. */
export interface WantedPdf extends PastPdf {
  path: string;
  /** Number, title, version and kind, in words. */
  title: string;
}

/** Collects the PDFs that events name, each once. `snapshot` has loaded their documents before. */
export class PdfCollection {
  readonly #found = new Map<string, WantedPdf>();

  constructor(private readonly snapshot: Snapshot) {}

  add({ event }: ReadEvent): void {
    const uid = documentOf(event);
    const document = uid === null ? null : this.snapshot.document(uid);
    if (!document) return;
    for (const pdf of pdfsOf([event]).values()) this.#want(document, document.pdfs.get(pdf.file.sha256) ?? pdf);
    const signed = 'signature' in event.data ? document.pdfs.get(event.data.signature.sha256) : undefined;
    if (signed) this.#want(document, signed);
  }

  #want(document: PastDocument, pdf: PastPdf): void {
    const { sha256 } = pdf.file;
    if (this.#found.has(sha256)) return;
    const number =
      document.number
        .normalize('NFKD')
        .replace(/[^A-Za-z0-9]+/g, '-')
        .replace(/^-+|-+$/g, '') || 'document';
    const path = `files/${number}-v${pdf.version}-${pdf.kind}-${sha256.slice(0, 8)}.pdf`;
    const kind = pdf.kind === 'signed' ? 'with its signatures' : 'as it was uploaded';
    const title = `${document.number} ${document.name}, version ${pdf.version}, ${kind}`;
    this.#found.set(sha256, { ...pdf, path, title });
  }

  /** In the order of their paths. */
  list(): WantedPdf[] {
    return [...this.#found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  }
}

/** The PDFs in the pack, and those that are damaged or missing in storage. */
export interface PdfOutcome {
  packed: (PackedFile & { title: string; kind: PastPdf['kind']; objectKey: string })[];
  missing: { name: string; sha256: string }[];
}

/** The PDFs as files of a pack, each hashed before and while it is copied. Damaged ones are left out and reported. */
export async function* pdfFiles(
  storage: OrganisationStorage,
  wanted: readonly WantedPdf[],
  outcome: PdfOutcome,
  damaged: (pdf: WantedPdf, refusal: string) => void,
): AsyncGenerator<NewFile> {
  for (const pdf of wanted) {
    const { sha256, objectKey, size } = pdf.file;
    const opened = await openVerified(storage, objectKey, sha256);
    if (!opened.ok) {
      outcome.missing.push({ name: pdf.title, sha256 });
      damaged(pdf, opened.failure.code);
      continue;
    }
    const { path, title, kind } = pdf;
    outcome.packed.push({ path, name: pdf.file.name, size, sha256, title, kind, objectKey });
    yield { path, stream: opened.value.body, sha256 };
  }
}
