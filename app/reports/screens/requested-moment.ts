import { redirect } from '@remix-run/node';
import type { Instant } from '#events/time.ts';
import type { Page } from '#app/kit/screen/screen.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';
import { getPlaceAt } from '#app/kit/query/past.ts';
import { askedMoment } from '#app/audit/screens/trail/requested-moment.ts';

/**
 * A report names the past by its ledger position and the moment: an address with a moment alone redirects to both.
 * Answers what is wrong with the moment; null where the address has none.
 */
export async function leadToPlace(
  page: Page<Viewer, unknown, { asof?: string | undefined }>,
  addressOf: (place: { position: string; at: Instant }) => string,
) {
  const asked = askedMoment(page);
  if (!asked || 'problem' in asked) return asked;
  const place = await page.ask(getPlaceAt, { until: asked.until });
  if (place) throw redirect(addressOf({ position: place.position, at: asked.until }), { status: 303 });
  return { text: asked.text, problem: 'Nothing was recorded yet at that moment.' };
}

/** The bar of a report of the past: the moment of its place in the ledger, and that place, by which it is named. */
export const asOfPlace = (
  position: string | undefined,
  place: { time: string; position: string },
): { text: string; words: string } | null =>
  position === undefined
    ? null
    : { text: place.time.replace(/ UTC$/, ''), words: `${place.time}, event no. ${place.position}` };
