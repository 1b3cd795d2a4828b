import { z } from 'zod';
import type { StoredFile } from '#events/document/events.ts';
import type { Page } from '#app/server/screen/screen.ts';

/** Where a person is in a PDF: which page is shown, and its text where it was asked for. */
export interface ReadingPlace {
  page: number;
  /** Null where it was not asked for; `found` is null where the page cannot be read here. */
  text: { found: string | null } | null;
}

const pageNumber = z.coerce.number().int().min(1).catch(1);

/** `?page=` is the page that is shown, from 1; `&text` asks for its text too. */
export async function readingPlace({ url, ports, viewer }: Page, file: StoredFile): Promise<ReadingPlace> {
  const page = Math.min(pageNumber.parse(url.searchParams.get('page') ?? 1), Math.max(1, file.pages ?? 1));
  if (!url.searchParams.has('text')) return { page, text: null };
  return { page, text: { found: await ports.pdfs.text(viewer.org, file, page) } };
}
