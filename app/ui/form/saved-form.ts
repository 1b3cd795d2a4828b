import type { SubmissionResult } from '@conform-to/react';
import { useLocation, useRouteLoaderData } from '@remix-run/react';
import { useMemo, useState } from 'react';

/** What was typed into the form of a page before and was not sent. */
export type Kept = {
  page: string;
  /** ISO 8601 in UTC. */
  at: string;
  values: Record<string, string | string[]>;
};

type Frame = { kept?: Kept | null; viewer?: { uid: string } | null };

const useFrame = () => useRouteLoaderData('root') as Frame | undefined;

/** The uid of whoever the page was made for: a form says so, and is refused where somebody else has signed in meanwhile. */
export const useMadeFor = (): string | undefined => useFrame()?.viewer?.uid;

export type SavedFormOptions = {
  /** Where the form posts to, if not to its own page: what was kept of a page is of that page's form alone. */
  action?: string | undefined;
  /** What the form rests on, such as a document's version: what was typed on another basis is told, not shown. */
  basis?: string | undefined;
};

/** What this form gets back, and whether it still fits. Taken when the form appears: what is kept later is what stands in it. */
export function useSavedForm({ action, basis }: SavedFormOptions = {}): { kept: Kept | null; fits: boolean } {
  const { pathname } = useLocation();
  const [found] = useState(useFrame()?.kept ?? null);
  const kept = action === undefined || action.split('?')[0] === pathname ? found : null;
  return { kept, fits: kept !== null && (kept.values.basis ?? undefined) === basis };
}

/** Conform's last result: the server's answer, and before there is one what was kept. */
export function useLastResult(answered: SubmissionResult<string[]> | undefined, of: SavedFormOptions = {}) {
  const { kept, fits } = useSavedForm(of);
  const given = useMemo(() => (kept && fits ? { initialValue: kept.values } : undefined), [kept, fits]);
  return answered ?? given;
}
