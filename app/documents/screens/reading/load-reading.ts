import { z } from 'zod';
import type { StoredFile } from '#events/document/events.ts';
import type { FoundText } from '#app/adapters/pdf/tasks/find-text.ts';
import { flag, type Page, text } from '#app/kit/screen/screen.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';

/** What the viewer needs of the server beside the pictures. */
export interface LoadedReading {
  /** The text of the page, where the address asks for it; `words` is null where the page has no readable text. */
  text: { page: number; words: string | null } | null;
  /** The places of the words in `find`; null where nothing was asked, `places` null where the PDF cannot be read. */
  found: { words: string; places: FoundText | null } | null;
}

/** `?page=`: the shown page, from 1; `&text`: with its text; `&find=`: the words to find. */
export const readingSearch = z.object({
  page: z.coerce.number().int().min(1).catch(1),
  text: flag,
  find: text.transform((words) => words?.slice(0, 200)),
});

/** A page beyond the end is the last one. */
export async function loadReading(
  { search, ports, viewer }: Page<Viewer, unknown, z.output<typeof readingSearch>>,
  file: StoredFile,
): Promise<LoadedReading> {
  const page = Math.min(search.page, Math.max(1, file.pages ?? 1));
  const { find } = search;
  return {
    text: search.text ? { page, words: await ports.pdfs.text(viewer.org, file, page) } : null,
    found: find ? { words: find, places: await ports.pdfs.find(viewer.org, file, find) } : null,
  };
}
