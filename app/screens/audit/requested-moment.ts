import { redirect } from '@remix-run/node';
import { readMoment, type PastMoment } from '#app/forms/moment.ts';
import type { Page } from '#app/server/screen/screen.ts';

/** The moment that an address asks for; null: now. With `problem` it is none that can be shown, and `text` is what was typed. */
export type AskedMoment = PastMoment | { text: string; problem: string } | null;

export function askedMoment({ url, now }: Pick<Page, 'url' | 'now'>): AskedMoment {
  const text = url.searchParams.get('asof')?.trim();
  if (!text) return null;
  const read = readMoment(text, now);
  return 'problem' in read ? { text, ...read } : read;
}

/** The last moment that counts; null: all that is there. */
export const untilOf = (asked: AskedMoment): string | null => (asked && 'until' in asked ? asked.until : null);

/** The moment of a page beside the trail; one that cannot be shown goes to the trail, which says why. */
export function pastMoment(page: Pick<Page, 'url' | 'now'>, trail: (asof: string) => string): PastMoment | null {
  const asked = askedMoment(page);
  if (asked && 'problem' in asked) throw redirect(trail(asked.text), { status: 303 });
  return asked;
}
