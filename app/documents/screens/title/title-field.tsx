import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { nameProblem } from '#events/document/name.ts';
import { limits } from '#events/limits.ts';
import { normaliseLine } from '#events/text.ts';
import { addresses } from '#app/kit/addresses.ts';
import { type FieldState, fieldWith, HealedFields, TextField } from '#app/ui/field/field.tsx';

/** Milliseconds after the last key until the server is asked whether the title is taken. */
const pause = 300;

type TitleFieldProps = {
  field: FieldState;
  hint: string;
  /** The uid of a document that may keep its own title. */
  document?: string | undefined;
  onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
  onTyped?: ((title: string) => void) | undefined;
};

/** Asks the server whether the title is taken; null also where the request fails, since the form checks again. */
async function problemAtServer(
  name: string,
  document: string | undefined,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const answer = await fetch(addresses.checkTitle(name, document), { signal });
    return answer.ok ? ((await answer.json()) as { problem: string | null }).problem : null;
  } catch {
    return null;
  }
}

/** This field says itself whether what is typed is still refused. */
const none: ReadonlySet<string> = new Set();

/** The field of a document's title. With script it is checked while a person types. */
export function TitleField({ field, hint, document, onKeyDown, onTyped }: TitleFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const given = useRef(field.defaultValue);
  useEffect(() => {
    if (typed === null) return;
    const name = normaliseLine(typed);
    const own = nameProblem(name);
    setProblem(own);
    if (own !== null || name === given.current) return;
    const asked = new AbortController();
    const timer = setTimeout(() => {
      void problemAtServer(name, document, asked.signal).then((found) => {
        if (!asked.signal.aborted) setProblem(found);
      });
    }, pause);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [typed, document]);
  const errors = field.errors?.join();
  useEffect(() => setTyped(null), [errors]);
  // The error of the sent title stays until another title is typed.
  const shown = typed === null ? field : fieldWith(field, { errors: problem === null ? undefined : [problem] });
  return (
    <div className="contents" aria-live="polite">
      <HealedFields.Provider value={none}>
        <TextField
          field={shown}
          label="Title"
          hint={hint}
          maxLength={limits.documentName}
          required
          autoComplete="off"
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            onTyped?.(event.currentTarget.value);
          }}
          onKeyDown={onKeyDown}
        />
      </HealedFields.Provider>
    </div>
  );
}
