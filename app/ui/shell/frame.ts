import { useRouteLoaderData } from '@remix-run/react';
import type { ToastMessage } from '../notice/toast.tsx';

type Frame = { toast?: ToastMessage | null; viewer?: unknown; requestId?: string };

/** What the frame of the page shows; undefined where the frame itself could not be made. */
export const useFrame = () => useRouteLoaderData('root') as Frame | undefined;
