import { useEffect, useRef, useState } from 'react';
import { Button } from '../button/button.tsx';
import { FieldErrors } from '../field/field-errors.tsx';
import { describedBy, type FieldState, fieldWith } from '../field/field-state.ts';
import { Icon } from '../icon/icon.tsx';
import { Fingerprint } from '../page/facts.tsx';
import { showMoment } from '../text/date.ts';
import { Hidden } from '../text/hidden.tsx';
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
  /** Told when sending begins and ends, so that the form can wait. */
  onBusy?: (busy: boolean) => void;
};

type State =
  | { is: 'empty' }
  | { is: 'busy'; file: File; sent: number }
  | { is: 'done'; stored: StoredFile }
  | { is: 'error'; message: string };

const initial = (stored: StoredFile | null | undefined): State => (stored ? { is: 'done', stored } : { is: 'empty' });

/** One file of a form: empty, on its way, stored, refused. A file that the server newly holds makes it anew. */
export function Upload(props: UploadProps) {
  return <OneUpload key={props.stored?.key} {...props} />;
}

function OneUpload({ field, label, hint, accept, keyName, stored, send, onBusy }: UploadProps) {
  const [state, setState] = useState<State>(() => initial(stored));
  const [touched, setTouched] = useState(false);
  const sending = useRef<AbortController>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const frame = useRef<HTMLDivElement>(null);

  useEffect(() => () => sending.current?.abort(), []);
  useEffect(() => {
    // Each state has its own control; the focus would fall out of the field with the one that went.
    if (touched && document.activeElement === document.body) {
      frame.current?.querySelector<HTMLElement>('button, summary, input[type=file]')?.focus();
    }
  }, [touched, state.is]);

  async function begin(file: File | undefined) {
    if (!send || !file) return;
    sending.current?.abort();
    const control = new AbortController();
    sending.current = control;
    setTouched(true);
    setState({ is: 'busy', file, sent: 0 });
    onBusy?.(true);
    try {
      const kept = await send(file, (sent) => setState({ is: 'busy', file, sent }), control.signal);
      if (sending.current === control) setState({ is: 'done', stored: kept });
    } catch (error) {
      if (sending.current !== control) return;
      const cancelled = error instanceof DOMException && error.name === 'AbortError';
      setState(
        cancelled ? initial(stored) : { is: 'error', message: error instanceof Error ? error.message : String(error) },
      );
    } finally {
      if (sending.current === control) {
        onBusy?.(false);
        if (input.current) input.current.value = '';
      }
    }
  }

  const shown: FieldState =
    state.is === 'error'
      ? fieldWith(field, { errors: [state.message] })
      : touched
        ? fieldWith(field, { errors: undefined })
        : field;
  const picker = (
    <input
      ref={input}
      type="file"
      id={field.id}
      name={field.name}
      accept={accept}
      onChange={(event) => void begin(event.target.files?.[0])}
      {...describedBy(shown, Boolean(hint))}
    />
  );
  return (
    <div className="field upload" data-state={state.is} ref={frame}>
      <label htmlFor={field.id}>{label}</label>
      {hint && (
        <span className="hint" id={field.descriptionId}>
          {hint}
        </span>
      )}
      {state.is === 'busy' && (
        <Busy file={state.file} sent={state.sent} label={label} cancel={() => sending.current?.abort()} />
      )}
      {state.is === 'done' && (
        <div className="upload-file">
          <Icon name="file-check" />
          <b>{state.stored.name}</b>
          <input type="hidden" name={keyName} value={state.stored.key} />
          <StoredFacts stored={state.stored} />
          <details className="upload-again">
            <summary>
              Replace<Hidden> {label}</Hidden>
            </summary>
            {picker}
          </details>
        </div>
      )}
      {(state.is === 'empty' || state.is === 'error') && <div className="upload-drop">{picker}</div>}
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

function StoredFacts({ stored: { size, uploadedAt, sha256 } }: { stored: StoredFile }) {
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
    </span>
  );
}
