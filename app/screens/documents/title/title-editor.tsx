import { useFetcher } from '@remix-run/react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#app/ui/button/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '#app/ui/dialog/dialog.tsx';
import { fieldWith, plainField, type FieldState } from '#app/ui/field/field-state.ts';
import { useHydrated } from '#app/ui/shell/hydrated.ts';
import { TitleField } from './title-field.tsx';

type TitleAnswer = { name?: string; lastResult?: { error?: Record<string, string[] | null> | undefined } };

/** Where no answer came. */
const unchecked = 'The title could not be checked. Check the connection, then save it again.';

type TitleEditorProps = {
  field: FieldState;
  /** The address that checks a title; it answers in place where `stay` is sent. */
  action: string;
  /** The uid of the document, where there is one already. */
  document?: string;
};

/**
 * The title of a document in its form. With script 'Edit Title' opens a dialog that has the title checked before it takes it; without
 * script the same words disclose the field itself. A refused or missing title shows as a field at once.
 */
export function TitleEditor({ field, action, document }: TitleEditorProps) {
  const hydrated = useHydrated();
  const given = field.defaultValue ?? '';
  const [title, setTitle] = useState(given);
  useEffect(() => setTitle(given), [given]);
  // What was typed outlives the field: once its title is accepted it gives way to the words, which must be the typed ones.
  const input = (
    <TitleField
      field={fieldWith(field, { defaultValue: title })}
      hint="Up to 80 characters"
      document={document}
      onTyped={setTitle}
    />
  );
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
          <TitleDialog title={title} action={action} document={document} take={setTitle} />
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

type TitleDialogProps = {
  title: string;
  action: string;
  document: string | undefined;
  take: (name: string) => void;
};

function TitleDialog({ title, action, document: uid, take }: TitleDialogProps) {
  const fetcher = useFetcher<TitleAnswer | null>();
  const body = useRef<HTMLDivElement>(null);
  const typed = () => body.current?.querySelector('input');
  const answer = fetcher.data;
  useEffect(() => {
    if (answer?.name === undefined) return;
    take(answer.name);
    body.current?.closest('dialog')?.close();
  }, [answer, take]);
  const save = () => fetcher.submit({ name: typed()?.value ?? '', stay: 'on' }, { method: 'post', action });
  // The dialog stands in the document's form, which Enter must not send.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    save();
  };
  const errors = answer === null ? [unchecked] : (answer?.lastResult?.error?.name ?? undefined);
  const state = plainField('', { id: 'edited-title', defaultValue: title, ...(errors ? { errors } : {}) });
  return (
    <Dialog id="edit-title" title="Edit Title">
      <DialogBody>
        <div ref={body} key={title}>
          <TitleField field={state} hint="Up to 80 characters" document={uid} onKeyDown={onKeyDown} />
        </div>
      </DialogBody>
      <DialogFoot>
        <Button kind="solid" onClick={save}>
          Save
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
