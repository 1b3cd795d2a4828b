import type { ShouldRevalidateFunction } from '@remix-run/react';
import { turnsPages } from '#app/documents/screens/reading/use-reading.ts';
import { revalidateOnceOver } from '#app/kit/screen/revalidate.ts';

/** A signing page loads nothing while its PDF's pages are turned. */
export const revalidateSigning: ShouldRevalidateFunction = (args) => !turnsPages(args) && revalidateOnceOver(args);
