import { data, type HeadersFunction, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { examineFiles, type Examined } from '#app/audit/evidence/examine.ts';
import { installationKeys } from '#app/audit/evidence/verifier.ts';
import { verifyFiles } from '#app/audit/evidence/verify/verify-files.ts';
import { knownWith } from '#app/audit/evidence/verify/certificate-named.ts';
import { fingerprintOf, parseKey } from '#app/audit/evidence/verify/note.ts';
import type { Verdict } from '#app/audit/evidence/verify/verdict.ts';
import { addresses } from '#app/kit/addresses.ts';
import { problemOf } from '#app/kit/errors/problem.ts';
import { screenAction, screenLoader } from '#app/kit/screen/screen.ts';
import { reasonAtForm } from '#app/kit/words/refusals.ts';
import { ErrorSummary } from '#app/ui/error-summary/error-summary.tsx';
import { plainField, TextField } from '#app/ui/field/field.tsx';
import { Icon } from '#app/ui/icon/icon.tsx';
import { PlainMasthead } from '#app/ui/masthead/masthead.tsx';
import { Fingerprint } from '#app/ui/page/facts.tsx';
import { Actions, Page, PageHead, Section } from '#app/ui/page/page.tsx';
import { useHydrated } from '#app/ui/shell/hydrated.ts';
import { stampOf, Verdicts } from './verdicts.tsx';
import '#app/ui/upload/upload.css';

export const meta: MetaFunction = () => [{ title: 'Verify evidence - Imprimatur' }];
export const headers: HeadersFunction = () => ({ 'Cache-Control': 'no-store' });

export const loader = screenLoader({
  access: 'public',
  load: async ({ viewer, ports }) => ({
    signedIn: viewer !== null,
    keys: installationKeys(ports.config),
    certificates: await ports.certificates.known(),
  }),
});

const trustedKeys = (keys: readonly string[]) => keys.map(parseKey).filter((key) => key !== null);

/** For browsers without scripts: the files are sent to the server, checked and deleted. */
export const action = screenAction({
  access: 'public',
  async act({ request, context, ports }) {
    const examined = await examineFiles(ports.workers, {
      request,
      address: context.address,
      trusted: trustedKeys(installationKeys(ports.config)),
      known: await ports.certificates.known(),
    });
    if (examined.ok) {
      const answer = answerTo(examined.value);
      return data(answer, { status: answer.problem ? 422 : 200 });
    }
    const problem = problemOf(examined.failure);
    const retry = problem.status === 429 ? { headers: { 'Retry-After': '60' } } : {};
    // The title names an organisation's limit, which a visitor has none of.
    const { code, detail } = examined.failure;
    const sentence = (code === 'file_too_large' && detail) || reasonAtForm(problem);
    return data({ ...nothing, problem: { message: sentence, fieldId: 'files' } } satisfies Answer, {
      status: problem.status,
      ...retry,
    });
  },
});

interface Answer extends Examined {
  problem: { message: string; fieldId: 'files' | 'certificate' } | null;
}
const nothing: Answer = { verdicts: [], certificate: '', problem: null };

const answerTo = (examined: Examined): Answer => ({
  ...examined,
  problem: !knownWith(examined.certificate, null)
    ? { message: noCertificate, fieldId: 'certificate' }
    : examined.verdicts.length === 0
      ? { message: 'Choose a file.', fieldId: 'files' }
      : null,
});
const noCertificate = 'Enter the SHA-256 fingerprint of a certificate, 64 hexadecimal digits, or its text (PEM).';

/**
 * Checks packs, proofs and signed PDFs for anybody: in the browser, or on the server without scripts. Nothing is
 * stored.
 */
export default function Verify() {
  const { signedIn, keys, certificates } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [own, setOwn] = useState<Answer | 'busy' | null>(null);
  const shown = own === 'busy' ? null : (own ?? answer);

  async function check(files: readonly File[], certificate: string) {
    setOwn('busy');
    const trusted = trustedKeys(keys);
    const given = files.map((file) => ({
      name: file.name,
      bytes: {
        size: file.size,
        read: async (start: number, end: number) => new Uint8Array(await file.slice(start, end).arrayBuffer()),
      },
    }));
    try {
      const asked = knownWith(certificate, certificates);
      setOwn(answerTo({ certificate, verdicts: asked ? await verifyFiles(given, trusted, asked.known) : [] }));
    } catch {
      const problem = { message: 'The file could not be read. Choose it again.', fieldId: 'files' } as const;
      setOwn({ ...nothing, certificate, problem });
    }
  }

  // A verdict may name people in any script: its fonts are loaded before, so that checking sends no request.
  useEffect(() => {
    for (const face of document.fonts) face.load().catch(() => undefined);
  }, []);

  return (
    <>
      {!signedIn && <PlainMasthead />}
      <Page>
        <PageHead
          title="Verify evidence"
          lede={
            'Check an evidence pack, an audit bundle, a proof with its event, or a PDF. You need no account, and ' +
            'nothing is stored.'
          }
        />
        <Section
          id="bring"
          title="Files"
          note="Choose related files together: a proof and its event, or a PDF and its evidence pack."
          narrow
        >
          {shown?.problem && <ErrorSummary problems={[shown.problem]} attempt={shown} />}
          <FilesForm
            busy={own === 'busy'}
            answer={shown ?? nothing}
            onFiles={(files, certificate) => void check(files, certificate)}
          />
          <p className="meta" role="status">
            {own === 'busy' ? 'Checking…' : own ? inWords(own.verdicts) : ''}
          </p>
        </Section>
        <Verdicts verdicts={shown?.verdicts ?? []} isNamed={Boolean(shown?.certificate.trim())} />
        <Section id="without" title="Verify offline" note="Check the same files on your own computer.">
          <div className="stack">
            <p>
              <a href={addresses.verifyProgram()} download>
                verify.mjs
              </a>{' '}
              is the same verifier as one file: <code>node verify.mjs PACK.zip</code>. The README.txt in each pack
              explains how to verify with sha256sum, openssl and Go.
            </p>
            <h3>The signing key of this installation</h3>
            {keys.map((vkey) => (
              <KeyLine key={vkey} vkey={vkey} />
            ))}
          </div>
        </Section>
      </Page>
    </>
  );
}

/** The result for screen readers. */
function inWords(verdicts: readonly Verdict[]): string {
  const [only, ...others] = verdicts;
  if (!only) return '';
  if (others.length === 0) return `Checked. ${stampOf(only).label}.`;
  const sound = verdicts.filter((verdict) => stampOf(verdict).status === 'EFFECTIVE').length;
  return sound === verdicts.length
    ? 'Checked: everything is valid.'
    : `Checked: ${sound} of ${verdicts.length} are valid.`;
}

function KeyLine({ vkey }: { vkey: string }) {
  const key = parseKey(vkey);
  return key && <Fingerprint sha256={fingerprintOf(key)} />;
}

interface FilesFormProps {
  busy: boolean;
  answer: Answer;
  onFiles: (files: readonly File[], certificate: string) => void;
}

function FilesForm({ busy, answer, onFiles }: FilesFormProps) {
  const hydrated = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const chosen = () => [...(input.current?.files ?? [])];
  const check = () => {
    const named = form.current && new FormData(form.current).get('certificate');
    onFiles(chosen(), typeof named === 'string' ? named : '');
  };
  const submit = (event: FormEvent) => {
    if (!hydrated) return;
    event.preventDefault();
    check();
  };
  return (
    <form ref={form} method="post" encType="multipart/form-data" className="stack" onSubmit={submit}>
      <div className="field upload" data-state={busy ? 'busy' : 'empty'}>
        <label htmlFor="files">Files</label>
        <p className="hint" id="files-description">
          {hydrated
            ? 'Choose files or drop them here. They stay on your computer: this browser checks them.'
            : 'They are sent to this server, checked and deleted. At most 64 MB in total. With JavaScript they ' +
              'stay on your computer.'}
        </p>
        <input
          ref={input}
          type="file"
          id="files"
          name="files"
          multiple
          aria-describedby="files-description"
          onChange={() => {
            if (chosen().length > 0) check();
          }}
        />
      </div>
      <TextField
        field={plainField('certificate', { defaultValue: answer.certificate, errors: errorsOf(answer) })}
        label="Certificate you know (optional)"
        hint={
          'Its SHA-256 fingerprint or its text (PEM), which the organisation sent you. A file with another seal, ' +
          'or none, is then not called valid.'
        }
        autoComplete="off"
        spellCheck={false}
      />
      <Actions>
        <button className="button" data-kind="solid" disabled={busy}>
          <Icon name="shield-check" />
          Check
        </button>
      </Actions>
    </form>
  );
}

const errorsOf = ({ problem }: Answer): string[] => (problem?.fieldId === 'certificate' ? [problem.message] : []);
