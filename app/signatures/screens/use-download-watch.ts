import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';

const delays = [700, 1500, 3000, 6000];

/**
 * Reloads the page's data after a link to the PDF was followed, and when the person returns to the page, so that the
 * recorded download unlocks the form. Without script the link beside the download does that.
 */
export function useDownloadWatch(locked: boolean): () => void {
  const { revalidate } = useRevalidator();
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  const stop = () => {
    for (const timer of timers.current) clearTimeout(timer);
    timers.current = [];
  };
  useEffect(() => {
    if (!locked) return stop();
    const look = () => {
      if (document.visibilityState === 'visible') revalidate();
    };
    addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      stop();
      removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [locked, revalidate]);
  return () => {
    stop();
    timers.current = delays.map((delay) => setTimeout(revalidate, delay));
  };
}
