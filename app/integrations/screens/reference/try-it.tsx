import { useState, type FormEvent } from 'react';
import { plainField, TextArea, TextField } from '#app/ui/field/field.tsx';
import { Actions } from '#app/ui/page/page.tsx';
import { buttonLook } from '#app/ui/button/button.tsx';
import type { CallView } from './calls.ts';
import { sendCall, type CallAnswer } from './send-call.ts';
import './call.css';

/** Sends the request and shows the answer, with script only. */
export function TryIt({ call, token }: { call: CallView; token: string | null }) {
  const { id, method, parameters, body, summary, open } = call;
  const [answer, setAnswer] = useState<CallAnswer | null>(null);
  const [waiting, setWaiting] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setWaiting(true);
    setAnswer(await sendCall(call, token, new FormData(event.currentTarget)));
    setWaiting(false);
  };
  return (
    <section>
      <h4>Try it</h4>
      <form className="stack narrow" onSubmit={(event) => void submit(event)}>
        {parameters.map(({ name, place, required }) => (
          <TextField
            key={`${place} ${name}`}
            field={plainField(`${place} ${name}`, { id: `${id}-${name}`, required })}
            label={`${name} (${place})`}
            autoComplete="off"
            spellCheck={false}
          />
        ))}
        {body && (
          <TextArea
            field={plainField('body', { id: `${id}-body`, defaultValue: body.sample })}
            label="Body"
            spellCheck={false}
          />
        )}
        {!open && token === null && <p className="meta">Without a token the answer is 401.</p>}
        <Actions>
          <button {...buttonLook({ kind: method === 'GET' ? 'quiet' : 'warn' })} aria-label={`Send, ${summary}`}>
            {waiting ? 'Sending…' : 'Send'}
          </button>
        </Actions>
      </form>
      <div role="status">{answer && <Answer answer={answer} />}</div>
    </section>
  );
}

function Answer({ answer: { status, headers, body } }: { answer: CallAnswer }) {
  return (
    <div className="call-answer">
      <p>
        <b>{status === null ? 'No answer.' : `Status ${status}`}</b>
      </p>
      {headers.length > 0 && (
        <pre className="call-text">
          <code>{headers.map(([name, value]) => `${name}: ${value}`).join('\n')}</code>
        </pre>
      )}
      {body && (
        <pre className="call-text">
          <code>{body}</code>
        </pre>
      )}
    </div>
  );
}
