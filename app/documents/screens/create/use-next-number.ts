import { useEffect, useRef } from 'react';
import { addresses } from '#app/kit/addresses.ts';

/**
 * Returns a function that fills in the next doc ID for a type and a functional area, unless another ID was typed. `id`:
 * the id of the field.
 */
export function useNextNumber(id: string) {
  const proposed = useRef('');
  const request = useRef<AbortController>(undefined);
  useEffect(() => () => request.current?.abort(), []);
  return (type: string, area: string) => {
    request.current?.abort();
    const field = document.getElementById(id);
    if (!(field instanceof HTMLInputElement) || type === '' || area === '') return;
    if (field.value !== '' && field.value !== proposed.current) return;
    const { signal } = (request.current = new AbortController());
    // The field stays as it is where the request fails.
    void fetch(addresses.nextNumber(type, area), { signal })
      .then((answer) => (answer.ok ? (answer.json() as Promise<{ docNum: string | null }>) : { docNum: null }))
      .then(({ docNum }) => {
        if (signal.aborted || docNum === null || (field.value !== '' && field.value !== proposed.current)) return;
        proposed.current = docNum;
        field.value = docNum;
        // A message that the field is empty heals.
        field.dispatchEvent(new Event('change', { bubbles: true }));
        // Typing replaces the suggested number.
        if (document.activeElement === field) field.select();
      })
      .catch(() => undefined);
  };
}
