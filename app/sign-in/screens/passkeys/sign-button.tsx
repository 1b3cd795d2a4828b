import { useRef, useState } from 'react';
import { addresses } from '#app/kit/addresses.ts';
import { Button } from '#app/ui/button/button.tsx';
import type { signWithPasskey } from '#app/sign-in/screens/passkeys/browser.ts';
import { Notice } from '#app/ui/notice/notice.tsx';

type Answer = { options: Parameters<typeof signWithPasskey>[0] } | { message: string };

type SignWithPasskeyProps = {
  /** The training record, or the approval with its decision, that the form signs. */
  about: { record: string } | { approval: string; decision: 'approve' | 'reject' };
  /** What the form's own button says. */
  action: string;
};

const noAnswer = 'The passkey did not answer. Try again, or sign without it.';

/**
 * Asks the signer's passkey to sign the form's words, then sends the form with the answer beside the password. Needs
 * script; the form's own button signs without a passkey.
 */
export function SignWithPasskey({ about, action }: SignWithPasskeyProps) {
  const answer = useRef<HTMLInputElement>(null);
  const [waiting, setWaiting] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const sign = async () => {
    const input = answer.current;
    const form = input?.form;
    if (!form || waiting) return;
    setProblem(null);
    // An incomplete form is sent as it is: its answer names what is missing. A passkey stands in for the code.
    const isIncomplete = Array.from(form.querySelectorAll<HTMLInputElement>('input, textarea')).some(
      ({ name, validity }) => name !== 'code' && !validity.valid,
    );
    if (isIncomplete) return form.requestSubmit();
    setWaiting(true);
    try {
      const typed = new FormData(form);
      const body = new URLSearchParams({
        signedName: text(typed, 'signedName'),
        reason: text(typed, 'reason'),
        ...(typed.has('comparison') && { comparison: text(typed, 'comparison') }),
        ...about,
      });
      const response = await fetch(addresses.askPasskey(), { method: 'POST', body });
      const asked = (await response.json()) as Answer;
      if ('message' in asked) return setProblem(asked.message);
      const browser = await import('./browser.ts');
      input.value = await browser.signWithPasskey(asked.options);
      form.requestSubmit();
    } catch {
      setProblem(noAnswer);
    } finally {
      setWaiting(false);
    }
  };

  return (
    <div className="stack js-only">
      <input ref={answer} type="hidden" name="passkey" defaultValue="" data-password="" />
      {problem && (
        <Notice kind="stop" live="alert">
          {problem}
        </Notice>
      )}
      <Button type="button" kind="pen" size="wide" icon="key-round" onClick={() => void sign()}>
        {waiting ? 'Waiting for your passkey…' : `${action} with passkey`}
      </Button>
      <p className="hint">Your passkey signs beside your password, so that nobody else can make this signature.</p>
    </div>
  );
}

function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
