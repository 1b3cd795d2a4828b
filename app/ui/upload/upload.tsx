import { useEffect, useRef, useState } from 'react';
import { Button } from '../button/button.tsx';
import { FieldErrors, type FieldState, fieldWith, useDescribedBy } from '#app/ui/field/field.tsx';
import { Hidden, Icon } from '../icon/icon.tsx';
import { Fingerprint } from '../page/facts.tsx';
import { showMoment } from '../text/date.ts';
import { type SendFile, showSize, type StoredFile } from './stored-file.ts';
import './upload.css';

type UploadProps = {
  /** The file input's field. Without script the form posts the file itself (multipart). */
  field: FieldState;
  label: string;
  hint?: string;
  /** As in HTML: '.pdf' or '.doc,.docx'. */
  accept: string;
  /** The hidden field that carries the key of a stored file. */
  keyName: string;
  /** What the server holds already: after a refused form, or from the version before. */
  stored?: StoredFile | null | undefined;
  /** Sends the file as soon as it is chosen; without it the form posts the bytes with script too. */
  send?: SendFile | undefined;
  /** Called when sending begins and ends, so that the form can wait. */
  onBusy?: (busy: boolean) => void;
  /** Called with the error of a rejected file; with null when another is sent. */
  onRefused?: (message: string | null) => void;
};

/** One file of a form: empty, uploading, stored or rejected. A newly stored file resets it. */
export function Upload(props: UploadProps) {
  return <OneUpload key={props.stored?.key} {...props} />;
}

function OneUpload({ field, label, hint, accept, keyName, stored, send, onBusy, onRefused }: UploadProps) {
  const [held, setHeld] = useState(stored ?? null);
  const [onItsWay, setOnItsWay] = useState<{ file: File; sent: number } | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [touched, setTouched] = useState(false);
  const sending = useRef<AbortController>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const state = onItsWay ? 'busy' : held ? 'done' : refusal === null ? 'empty' : 'error';

  useEffect(() => () => sending.current?.abort(), []);
  useEffect(() => {
    // Each state has its own control, so the focus moves to the new one.
    if (touched && document.activeElement === document.body) {
      const controls = refusal === null ? 'button, summary, input[type=file]' : 'input[type=file]';
      frame.current?.querySelector<HTMLElement>(controls)?.focus();
    }
  }, [touched, state, refusal]);

  function setError(message: string | null) {
    setRefusal(message);
    onRefused?.(message);
  }

  /** A rejected or cancelled file leaves the earlier one in place. */
  async function begin(file: File | undefined) {
    if (!send || !file) return;
    sending.current?.abort();
    const control = new AbortController();
    sending.current = control;
    setTouched(true);
    setError(null);
    setOnItsWay({ file, sent: 0 });
    onBusy?.(true);
    try {
      const uploaded = await send(file, (sent) => setOnItsWay({ file, sent }), control.signal);
      if (sending.current === control) setHeld(uploaded);
    } catch (error) {
      if (sending.current !== control) return;
      const cancelled = error instanceof DOMException && error.name === 'AbortError';
      if (!cancelled) setError(error instanceof Error ? error.message : String(error));
    } finally {
      if (sending.current === control) {
        setOnItsWay(null);
        onBusy?.(false);
        if (input.current) input.current.value = '';
      }
    }
  }

  // The server's messages concern the earlier file.
  const anew = onItsWay !== null || held?.key !== stored?.key;
  const messages = refusal === null ? [] : [held ? `${refusal} ${held.name} stays.` : refusal];
  const shown = refusal !== null || anew ? fieldWith(field, { errors: messages }) : field;
  const picker = (
    <input
      ref={input}
      type="file"
      id={field.id}
      name={field.name}
      accept={accept}
      onChange={(event) => void begin(event.target.files?.[0])}
      {...useDescribedBy(shown, Boolean(hint))}
    />
  );
  return (
    <div className="field upload" data-state={state} ref={frame}>
      <label htmlFor={field.id}>{label}</label>
      {hint && (
        <span className="hint" id={field.descriptionId}>
          {hint}
        </span>
      )}
      {onItsWay && <Busy {...onItsWay} label={label} cancel={() => sending.current?.abort()} />}
      {!onItsWay && held && (
        <div className="upload-file">
          <Icon name="file-check" />
          <b>{held.name}</b>
          <input type="hidden" name={keyName} value={held.key} />
          <StoredFacts stored={held} />
          <details className="upload-again" open={Boolean(shown.errors?.length)}>
            <summary>
              Replace<Hidden> {label}</Hidden>
            </summary>
            {picker}
          </details>
        </div>
      )}
      {!onItsWay && !held && (
        <div className="upload-drop">
          {picker}
          <span className="hint js-only" aria-hidden="true">
            or drop the file here
          </span>
        </div>
      )}
      <FieldErrors field={shown} />
    </div>
  );
}

type BusyProps = { file: File; sent: number; label: string; cancel: () => void };

function Busy({ file, sent, label, cancel }: BusyProps) {
  return (
    <div className="upload-file">
      <Icon name="file-up" />
      <b>{file.name}</b>
      <span className="actions">
        <Button kind="quiet" size="small" about={`upload of ${label}`} onClick={cancel}>
          Cancel
        </Button>
      </span>
      <span className="meta">
        {showSize(sent)} of {showSize(file.size)}
      </span>
      <progress max={file.size} value={sent} aria-label={`Uploading ${file.name}`} />
    </div>
  );
}

function StoredFacts({ stored: { size, uploadedAt, sha256, note } }: { stored: StoredFile }) {
  return (
    <span className="meta">
      {showSize(size)}
      {uploadedAt && `, uploaded ${showMoment(uploadedAt)}`}
      {sha256 && (
        <>
          <br />
          <Fingerprint sha256={sha256} />
        </>
      )}
      {note && (
        <>
          <br />
          {note}
        </>
      )}
    </span>
  );
}
