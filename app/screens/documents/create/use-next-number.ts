import { useEffect, useRef } from 'react';
import { addresses } from '#app/addresses.ts';

/**
 * With script, fills the doc ID that is next for the type and the functional area once both are chosen, as long as nobody has typed another
 * one. Answers what to call with them. `id` is that of the field.
 */
export function useNextNumber(id: string) {
  const proposed = useRef('');
  const asked = useRef<AbortController>(undefined);
  useEffect(() => () => asked.current?.abort(), []);
  return (type: string, area: string) => {
    asked.current?.abort();
    const field = document.getElementById(id);
    if (!(field instanceof HTMLInputElement) || type === '' || area === '') return;
    if (field.value !== '' && field.value !== proposed.current) return;
    const { signal } = (asked.current = new AbortController());
    // Where the server cannot be asked, the field stays as it is.
    void fetch(addresses.nextNumber(type, area), { signal })
      .then((answer) => (answer.ok ? (answer.json() as Promise<{ docNum: string | null }>) : { docNum: null }))
      .then(({ docNum }) => {
        if (signal.aborted || docNum === null || (field.value !== '' && field.value !== proposed.current)) return;
        proposed.current = docNum;
        field.value = docNum;
        // Typing replaces the number instead of adding to it.
        if (document.activeElement === field) field.select();
      })
      .catch(() => undefined);
  };
}
