import { useFetcher } from '@remix-run/react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#app/ui/button/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '#app/ui/dialog/dialog.tsx';
import { fieldWith, plainField, type FieldState } from '#app/ui/field/field.tsx';
import { useHydrated } from '#app/ui/shell/hydrated.ts';
import { TitleField } from './title-field.tsx';

type TitleAnswer = { name?: string; lastResult?: { error?: Record<string, string[] | null> | undefined } };

/** Shown where the request failed. */
const unchecked = 'The title could not be checked. Check the connection, then save it again.';

type TitleEditorProps = {
  field: FieldState;
  /** The address that checks a title. */
  action: string;
  /** The uid of an existing document. */
  document?: string;
};

/**
 * The title of a document in its form. 'Edit Title' opens a dialog that checks the title, or discloses the field where
 * scripts are off. A refused or missing title is a field at once.
 */
export function TitleEditor({ field, action, document }: TitleEditorProps) {
  const hydrated = useHydrated();
  const given = field.defaultValue ?? '';
  const [title, setTitle] = useState(given);
  useEffect(() => setTitle(given), [given]);
  // The typed title outlives the field, which gives way to plain text once the title is accepted.
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
  // Enter must not send the document's form, which contains the dialog.
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
