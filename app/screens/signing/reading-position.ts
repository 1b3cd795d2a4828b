import { z } from 'zod';
import type { StoredFile } from '#events/document/events.ts';
import { flag } from '#app/server/screen/route-input.ts';
import type { Page } from '#app/server/screen/screen.ts';
import type { Viewer } from '#app/queries/viewer.ts';

/** The shown page of a PDF, and its text where the address asks for it. */
export interface ReadingPlace {
  page: number;
  /** Null where it was not requested; `found` is null where the page has no readable text. */
  text: { found: string | null } | null;
}

/** `?page=`: the shown page, from 1; `&text`: with its text. */
export const readingSearch = z.object({ page: z.coerce.number().int().min(1).catch(1), text: flag });

/** Loads the reading place of the address; a page beyond the end is the last one. */
export async function readingPlace(
  { search, ports, viewer }: Page<Viewer, unknown, z.output<typeof readingSearch>>,
  file: StoredFile,
): Promise<ReadingPlace> {
  const page = Math.min(search.page, Math.max(1, file.pages ?? 1));
  return { page, text: search.text ? { found: await ports.pdfs.text(viewer.org, file, page) } : null };
}
