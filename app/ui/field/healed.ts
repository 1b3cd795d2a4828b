import { createContext, type RefObject, useContext, useEffect, useState } from 'react';
import type { FieldState } from './field-state.ts';

/** The fields whose refused value was corrected since: their messages are gone until the next answer. */
export const HealedFields = createContext<ReadonlySet<string>>(new Set());

/** The messages of a field that still hold. */
export function useErrors({ name, errors }: FieldState): readonly string[] {
  const healed = useContext(HealedFields);
  return healed.has(name) ? [] : (errors ?? []);
}

/** The attributes that tie a control to its hint and to its errors. */
export function useDescribedBy(field: FieldState, hasHint: boolean, more?: string) {
  const wrong = useErrors(field).length > 0;
  const ids = [hasHint && field.descriptionId, wrong && field.errorId, more].filter(Boolean);
  return {
    'aria-describedby': ids.length > 0 ? ids.join(' ') : undefined,
    'aria-invalid': wrong ? (true as const) : undefined,
  };
}

const textOf = (form: HTMLFormElement, name: string): string =>
  new FormData(form)
    .getAll(name)
    .map((value) => (typeof value === 'string' ? value.trim() : value.name))
    .join('\n');

function isValid(form: HTMLFormElement, name: string): boolean {
  const control = form.elements.namedItem(name);
  return !(control instanceof HTMLInputElement) || control.validity.valid;
}

/**
 * Watches the refused fields of a form. A value heals when it differs from the one that was refused, is not empty and
 * fits what the browser knows of its format; typing the refused value again brings the message back.
 */
export function useHealing(
  of: RefObject<HTMLFormElement | null>,
  refused: Readonly<Record<string, readonly string[]>>,
  answer: unknown,
): ReadonlySet<string> {
  const [healed, setHealed] = useState<ReadonlySet<string>>(new Set());
  const names = [...new Set(Object.keys(refused).map((path) => path.replace(/\[\d+\]$/, '')))].join(' ');
  useEffect(() => {
    const form = of.current;
    setHealed(new Set());
    if (!form || names === '') return;
    const sent = new Map(names.split(' ').map((name) => [name, textOf(form, name)]));
    const look = () => {
      const corrected = [...sent].filter(([name, before]) => {
        const text = textOf(form, name);
        return text !== before && text !== '' && isValid(form, name);
      });
      setHealed(new Set(corrected.map(([name]) => name)));
    };
    // After React has taken the event: a render before that would put back what a controlled field held.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(look);
    };
    form.addEventListener('input', later);
    form.addEventListener('change', later);
    return () => {
      clearTimeout(timer);
      form.removeEventListener('input', later);
      form.removeEventListener('change', later);
    };
  }, [of, names, answer]);
  return healed;
}
