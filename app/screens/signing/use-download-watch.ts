import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';

const lookAgainAfter = [700, 1500, 3000, 6000];

/**
 * Looks whether the download was recorded: some moments after one of the page's own links to the PDF was followed, and whenever the
 * person comes back to the page. Without script the link beside the download does it.
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
    timers.current = lookAgainAfter.map((delay) => setTimeout(revalidate, delay));
  };
}
