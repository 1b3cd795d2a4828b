import { useState, type FormEvent } from 'react';
import { Button, buttonLook } from '#app/ui/button/button.tsx';
import { plainField, TextField } from '#app/ui/field/field.tsx';
import { Notice } from '#app/ui/notice/notice.tsx';
import { Actions, Pair } from '#app/ui/page/page.tsx';
import { sendCall, type SentCall } from './send-call.ts';
import './call.css';

const begin = {
  method: 'POST',
  path: '/api/session',
  parameters: [],
  body: { fields: [], sample: '' },
} satisfies SentCall;
const end = { method: 'DELETE', path: '/api/session', parameters: [], body: null } satisfies SentCall;

interface TokenProps {
  token: string | null;
  setToken(token: string | null): void;
}

/** Signs in for a bearer token, which stays in the tab's memory only. */
export function Token({ token, setToken }: TokenProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const signIn = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { email, password, token: pasted } = Object.fromEntries(new FormData(form));
    const brought = typeof pasted === 'string' ? pasted.trim() : '';
    if (brought !== '') return setToken(brought);
    const asked = new FormData();
    asked.set('body', JSON.stringify({ email, password }));
    const { status, body } = await sendCall(begin, null, asked);
    form.querySelector<HTMLInputElement>('[name=password]')!.value = '';
    const answer =
      status === null ? { title: body } : (JSON.parse(body) as { title?: string; data?: { token: string } });
    setRefusal(answer.title ?? null);
    setToken(answer.data?.token ?? null);
  };
  const signOut = async () => {
    await sendCall(end, token, new FormData());
    setToken(null);
  };
  if (token !== null)
    return (
      <div className="stack">
        <p role="status">This tab has a token. Requests are carried out for real, in your name.</p>
        <Actions>
          <Button kind="quiet" onClick={() => void signOut()}>
            End the session
          </Button>
          <Button kind="plain" onClick={() => setToken(null)}>
            Forget the token
          </Button>
        </Actions>
      </div>
    );
  return (
    <form className="stack narrow" onSubmit={(event) => void signIn(event)}>
      {refusal && (
        <Notice kind="stop" live="alert">
          {refusal}
        </Notice>
      )}
      <Pair>
        <TextField
          field={plainField('email', { id: 'token-email' })}
          label="Email"
          type="email"
          autoComplete="username"
        />
        <TextField
          field={plainField('password', { id: 'token-password' })}
          label="Password"
          type="password"
          autoComplete="current-password"
        />
      </Pair>
      <TextField
        field={plainField('token', { id: 'token-token' })}
        label="Or paste a token"
        type="password"
        autoComplete="off"
      />
      <Actions>
        <button {...buttonLook({ kind: 'solid' })}>Get a token</button>
      </Actions>
    </form>
  );
}
