import { z } from 'zod';
import type { StoredFile } from '#events/document/events.ts';
import { flag } from '#app/server/screen/route-input.ts';
import type { Page } from '#app/server/screen/screen.ts';
import type { Viewer } from '#app/queries/viewer.ts';

/** Where a person is in a PDF: which page is shown, and its text where it was asked for. */
export interface ReadingPlace {
  page: number;
  /** Null where it was not asked for; `found` is null where the page cannot be read here. */
  text: { found: string | null } | null;
}

/** `?page=` is the page that is shown, from 1; `&text` asks for its text too. */
export const readingSearch = z.object({ page: z.coerce.number().int().min(1).catch(1), text: flag });

/** The place that the address asks for, within the file. */
export async function readingPlace(
  { search, ports, viewer }: Page<Viewer, unknown, z.output<typeof readingSearch>>,
  file: StoredFile,
): Promise<ReadingPlace> {
  const page = Math.min(search.page, Math.max(1, file.pages ?? 1));
  return { page, text: search.text ? { found: await ports.pdfs.text(viewer.org, file, page) } : null };
}
