import type { z } from 'zod';
import { roleMay, type Action } from '#events/permissions.ts';
import type { Instant } from '#events/time.ts';
import { readMoment } from '#app/kit/forms/moment.ts';
import { getPast, type Past } from '#app/kit/query/past.ts';
import { atOnePosition } from '#app/kit/query/query.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';
import { isErrorPage } from '#app/kit/errors/error-page.ts';
import { orErrorPage, screenLoader, type Access, type Page, type Route } from '#app/kit/screen/screen.ts';
import type { AsOfState } from '#app/ui/as-of/as-of.tsx';

/** A page of now, or of the moment that its address asks for. */
export type PastPage<P = unknown, S = unknown> = Page<Viewer, P, S> & {
  /** The moment as links carry it; undefined: now. Of the past nothing may be recorded. */
  readonly asof: string | undefined;
};

/**
 * A screen's loader that answers `?asof=` too: its queries read the record as it was, in one fold for the whole page,
 * and the time is that of then. Who may not look back (`looksBack`) sees now. `asOf` in the answer is for the page's
 * bar and control.
 */
export const pastLoader = <
  A extends Exclude<Access, 'public'>,
  T extends object,
  P extends z.ZodType = z.ZodType<unknown>,
  S extends z.ZodType = z.ZodType<unknown>,
>({
  looksBack,
  load,
  ...route
}: Route<A, P, S> & {
  looksBack: Action;
  load: (page: PastPage<z.output<P>, z.output<S>>) => Promise<T>;
}) =>
  screenLoader({
    ...(route as Route<A, P, S>),
    async load(opened): Promise<T & { asOf: AsOfState | null }> {
      const page = { ...(opened as Page<Viewer, z.output<P>, z.output<S>>), asof: undefined };
      const now = async (asOf: AsOfState | null) => ({ ...(await load(page)), asOf });
      const text = page.url.searchParams.get('asof')?.trim();
      if (!roleMay(page.viewer.role, looksBack)) return now(null);
      if (!text) return now({});
      const asked = readMoment(text, page.now);
      if ('problem' in asked) return now({ text, ...asked });
      const past = await page.ask(getPast, { until: asked.until });
      if (!past) return now({ text, problem: 'Nothing was recorded yet at that moment.' });
      try {
        return { ...(await loadPast(page, { ...asked, ...past }, load)), asOf: { text: asked.text } };
      } catch (thrown) {
        if (!isErrorPage(thrown) || thrown.problem.code !== 'not_found') throw thrown;
        return now({ text, problem: 'This record did not exist yet at that moment.' });
      }
    },
  });

/**
 * Loads a page in one reading of the past. Settings are those of then; what a person may see is what they may today.
 */
const loadPast = <T, P, S>(
  page: PastPage<P, S>,
  { text, until, position, settings }: { text: string; until: Instant } & Past,
  load: (page: PastPage<P, S>) => Promise<T>,
): Promise<T> => {
  const viewer = { ...page.viewer, settings };
  return atOnePosition({ ports: page.ports, viewer, now: until, asOf: position }, (asked) => {
    const ask = orErrorPage(asked);
    return load({ ...page, viewer, now: until, asof: text, ask, atOnePosition: (work) => work(ask) });
  });
};
