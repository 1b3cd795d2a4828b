import { z } from 'zod';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { pageNumber } from '#app/kit/query/paging.ts';

/** The parameters of an address with one uid. */
export const uidParams = z.object({ uid: sentUid() });

/** A search value as text; undefined where the address has none or an empty one. */
export const text = z
  .string()
  .trim()
  .transform((value) => value || undefined)
  .optional();

/** A search value that is true where the address has it, such as `?open`. */
export const flag = z
  .string()
  .optional()
  .transform((value) => value !== undefined);

/** The page number of a list; 1 where the address has none. */
export const listPage = pageNumber.default(1);

/** The address without empty parameters, which a form without script sends; null where it has none. */
export function withoutEmpty({ pathname, searchParams }: URL): string | null {
  const filled = [...searchParams].filter(([, value]) => value !== '');
  return filled.length === searchParams.size ? null : `${pathname}?${new URLSearchParams(filled).toString()}`;
}
