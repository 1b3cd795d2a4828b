import { useEffect, useRef } from 'react';

/** Sets a control to the address's value, as after a step back. A new control would drop the focus. */
export function useFollowing(id: string, value: string) {
  const followed = useRef(value);
  useEffect(() => {
    if (followed.current === value) return;
    followed.current = value;
    const control = document.getElementById(id);
    if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) control.value = value;
  }, [id, value]);
}
