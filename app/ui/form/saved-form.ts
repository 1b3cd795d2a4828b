import type { SubmissionResult } from '@conform-to/react';
import { useLocation, useRouteLoaderData } from '@remix-run/react';
import { useMemo, useState } from 'react';

/** The form of a page that was typed before and not sent. */
export type SavedForm = {
  page: string;
  /** ISO 8601 in UTC. */
  at: string;
  values: Record<string, string | string[]>;
};

type Frame = { savedForm?: SavedForm | null; viewer?: { uid: string } | null };

const useFrame = () => useRouteLoaderData('root') as Frame | undefined;

/** The viewer's uid, which a form sends along: it is refused where another person has signed in meanwhile. */
export const useMadeFor = (): string | undefined => useFrame()?.viewer?.uid;

export type SavedFormOptions = {
  /** Where the form posts to, if not to its own page: a saved form belongs to its own page. */
  action?: string | undefined;
  /** What the text depends on, such as a document's version: text of another basis is not restored. */
  basis?: string | undefined;
};

/** The saved form and whether its basis fits. Read once, because later savings are this form's own. */
export function useSavedForm({ action, basis }: SavedFormOptions = {}): { saved: SavedForm | null; fits: boolean } {
  const { pathname } = useLocation();
  const [found] = useState(useFrame()?.savedForm ?? null);
  const saved = action === undefined || action.split('?')[0] === pathname ? found : null;
  return { saved, fits: saved !== null && (saved.values.basis ?? undefined) === basis };
}

/** Conform's last result: the server's answer, and before there is one the saved form. */
export function useLastResult(answered: SubmissionResult<string[]> | undefined, of: SavedFormOptions = {}) {
  const { saved, fits } = useSavedForm(of);
  const given = useMemo(() => (saved && fits ? { initialValue: saved.values } : undefined), [saved, fits]);
  return answered ?? given;
}
