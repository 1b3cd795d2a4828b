import { useFetcher } from '@remix-run/react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#app/ui/button/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '#app/ui/dialog/dialog.tsx';
import type { FieldState } from '#app/ui/field/field-state.ts';
import { plainField } from '#app/ui/field/field-state.ts';
import { FieldFrame, TextField } from '#app/ui/field/field.tsx';
import { describedBy } from '#app/ui/field/field-state.ts';
import { useHydrated } from '#app/ui/shell/hydrated.ts';
import { titleLimit } from './title-form.tsx';

type TitleAnswer = { name?: string; lastResult?: { error?: Record<string, string[] | null> | undefined } };

type TitleEditorProps = {
  field: FieldState;
  /** The address that checks a title; it answers in place where `stay` is sent. */
  action: string;
};

/**
 * The title of a document in its form. With script 'Edit Title' opens a dialog that has the title checked before it takes it; without
 * script the same words disclose the field itself. A refused or missing title shows as a field at once.
 */
export function TitleEditor({ field, action }: TitleEditorProps) {
  const hydrated = useHydrated();
  const given = field.defaultValue ?? '';
  const [title, setTitle] = useState(given);
  useEffect(() => setTitle(given), [given]);
  const input = <TextField field={field} label="Title" hint="Up to 80 characters" maxLength={titleLimit} required />;
  if (given === '' || field.errors?.length) return input;
  return (
    <div className="row">
      <p className="record proposed">{title}</p>
      {hydrated ? (
        <>
          <input type="hidden" name={field.name} value={title} />
          <Button size="small" icon="pencil" command="show-modal" commandfor="edit-title">
            Edit Title
          </Button>
          <TitleDialog title={title} action={action} take={setTitle} />
        </>
      ) : (
        <details className="in-place">
          <summary className="button" data-size="small">
            Edit Title
          </summary>
          {input}
        </details>
      )}
    </div>
  );
}

function TitleDialog({ title, action, take }: { title: string; action: string; take: (name: string) => void }) {
  const fetcher = useFetcher<TitleAnswer>();
  const field = useRef<HTMLInputElement>(null);
  const answer = fetcher.data;
  useEffect(() => {
    if (answer?.name === undefined) return;
    take(answer.name);
    field.current?.closest('dialog')?.close();
  }, [answer, take]);
  const save = () => fetcher.submit({ name: field.current?.value ?? '', stay: 'on' }, { method: 'post', action });
  // The dialog stands in the document's form, which Enter must not send.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    save();
  };
  const errors = answer?.lastResult?.error?.name ?? undefined;
  const state = plainField('title', { id: 'edited-title', ...(errors ? { errors } : {}) });
  return (
    <Dialog id="edit-title" title="Edit Title">
      <DialogBody>
        <FieldFrame field={state} label="Title" hint="Up to 80 characters">
          <input
            key={title}
            ref={field}
            id={state.id}
            maxLength={titleLimit}
            defaultValue={title}
            autoComplete="off"
            onKeyDown={onKeyDown}
            {...describedBy(state, true)}
          />
        </FieldFrame>
      </DialogBody>
      <DialogFoot>
        <Button kind="solid" onClick={save}>
          Save
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
