import { useRouteLoaderData } from '@remix-run/react';

/** A message that an answer left for the next page. */
export type ToastMessage = {
  tone: 'error' | 'info' | 'success';
  text: string;
  /** How long the toast stands, in milliseconds, while it is neither hovered nor focused. */
  durationMs: number;
  /** The specification has a toast here, whatever else says the same. */
  always?: boolean | undefined;
};

type Frame = { toast?: ToastMessage | null; viewer?: unknown; requestId?: string };

/** What the frame of the page shows; undefined where the frame itself could not be made. */
export const useFrame = () => useRouteLoaderData('root') as Frame | undefined;
