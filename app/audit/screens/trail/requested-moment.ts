import { redirect } from '@remix-run/node';
import { z } from 'zod';
import type { Instant } from '#events/time.ts';
import { readMoment, type PastMoment } from '#app/kit/forms/moment.ts';
import { text, uidParams } from '#app/kit/screen/screen.ts';

/** The moment of an address; null: now. With `problem` it cannot be shown, and `text` is what was typed. */
export type AskedMoment = PastMoment | { text: string; problem: string } | null;

interface MomentPage {
  readonly search: { asof?: string | undefined };
  readonly now: Instant;
}

/** The address of a page that can show the past. */
export const pastRoute = { access: 'audit.view', params: uidParams, search: z.object({ asof: text }) } as const;

export function askedMoment({ search: { asof }, now }: MomentPage): AskedMoment {
  if (!asof) return null;
  const read = readMoment(asof, now);
  return 'problem' in read ? { text: asof, ...read } : read;
}

/** The last moment that counts; null: everything. */
export const untilOf = (asked: AskedMoment): Instant | null => (asked && 'until' in asked ? asked.until : null);

/** The moment of a page beside the trail; one that cannot be shown leads to the trail, which says why. */
export function pastMoment(page: MomentPage, trail: (asof: string) => string): PastMoment | null {
  const asked = askedMoment(page);
  if (asked && 'problem' in asked) throw redirect(trail(asked.text), { status: 303 });
  return asked;
}
