import { useEffect, useRef } from 'react';

/**
 * Sets a control to the address's value, as after a step back. A new control would drop the focus. What has been typed
 * since the field was last applied stays.
 */
export function useFollowing(id: string, value: string) {
  const followed = useRef(value);
  useEffect(() => {
    if (followed.current === value) return;
    followed.current = value;
    const control = document.getElementById(id);
    if (control instanceof HTMLInputElement && control === document.activeElement)
      if ((control.dataset.applied ?? control.value) !== control.value) return;
    if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) control.value = value;
  }, [id, value]);
}
