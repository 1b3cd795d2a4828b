import { useEffect, useRef } from 'react';

/** Has a control follow the address, as after a step back. It stays the same control: a new one would drop the focus of whoever filters. */
export function useFollowing(id: string, value: string) {
  const followed = useRef(value);
  useEffect(() => {
    if (followed.current === value) return;
    followed.current = value;
    const control = document.getElementById(id);
    if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) control.value = value;
  }, [id, value]);
}
