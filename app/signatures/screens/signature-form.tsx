import { useForm } from '@conform-to/react';
import type { ComponentProps } from 'react';
import type { z } from 'zod';
import type { rejectionForm } from '#app/signatures/forms.ts';
import { limits } from '#events/limits.ts';
import { signatureMeanings, type SignatureMeaning } from '#events/signature-meaning.ts';
import { SignWithPasskey } from '#app/sign-in/screens/passkeys/sign-button.tsx';
import type { FormAnswer } from '#app/kit/screen/screen.ts';
import { Check, FieldErrors, TextArea, TextField } from '#app/ui/field/field.tsx';
import { PasswordField } from '#app/ui/field/password-field.tsx';
import { Form, SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { Rosette } from '#app/ui/rosette/rosette-mark.tsx';
import { LegalText, SignatureLine, SignedFacts } from '#app/ui/signature-panel/signature-panel.tsx';

type Values = z.input<typeof rejectionForm>;
type LastResult = FormAnswer['lastResult'];

type SignatureFormProps = {
  meaning: SignatureMeaning;
  /** The address of the page with its decision. */
  action: string;
  commandId: string;
  /** The shown approval (uid), so that the form signs no later version. */
  approval?: string;
  /** The organisation asks for a one-time code at each signature. */
  asksCode: boolean;
  printedName: string;
  /** The fingerprint of the PDF to sign. */
  sha256: string;
  version: string;
  /** The fingerprint of the comparison that the page shows; null where it shows none. */
  comparison: string | null;
  /** The text that makes the signature binding. */
  statement: string;
  /** Where the signer signs in again in place of a password; null where a password is asked for. */
  issuer: string | null;
  lastResult: LastResult | undefined;
  /** What the signer's passkey is asked about; null where they have none. */
  passkey: ComponentProps<typeof SignWithPasskey>['about'] | null;
};

/** The labels of the submit button. */
export const submitWords: Record<SignatureMeaning, string> = {
  reviewed: 'Sign Review',
  approved: 'Approve Document',
  quality_approved: 'Approve Document',
  rejected: 'Reject Document',
  import_checked: 'Sign the check',
  import_approved: 'Approve the import',
  read_and_understood: 'Complete Training',
};

/** The signature form: email, password, name, consent, and the reason of a rejection (21 CFR 11.50, 11.200). */
export function SignatureForm(props: SignatureFormProps) {
  const {
    meaning,
    action,
    commandId,
    approval,
    asksCode,
    printedName,
    sha256,
    version,
    comparison,
    statement,
    issuer,
  } = props;
  const { lastResult, passkey } = props;
  const [form, fields] = useForm<Values>({
    id: `sign-${meaning}`,
    lastResult: useLastResult(lastResult, { action }),
    defaultValue: { signedName: printedName },
  });
  return (
    <Form
      form={form}
      commandId={commandId}
      action={action}
      labels={{ signedName: 'Signature', consent: signatureMeanings[meaning].replace(/:$/, ''), reason: 'Reason' }}
    >
      {comparison && <input type="hidden" name="comparison" value={comparison} />}
      {approval && <input type="hidden" name="approval" value={approval} />}
      {issuer === null && (
        <>
          <TextField field={fields.email} label="Email" type="email" autoComplete="username" required />
          <PasswordField field={fields.password} label="Password" autoComplete="current-password" required />
        </>
      )}
      <div>
        <SignatureLine
          key={fields.signedName.key}
          id={fields.signedName.id}
          name={fields.signedName.name}
          printedName={fields.signedName.initialValue ?? printedName}
          rosette={<Rosette sha256={sha256} centre={version} />}
        />
        <FieldErrors field={fields.signedName} />
      </div>
      <SignedFacts
        printedName={printedName}
        meaning={signatureMeanings[meaning]}
        sha256={sha256}
        file={meaning === 'import_checked' || meaning === 'import_approved' ? 'plan' : 'PDF'}
        comparison={comparison}
      />
      <Check field={fields.consent} label={signatureMeanings[meaning]} />
      {meaning === 'rejected' && (
        <TextArea
          field={fields.reason}
          label="Reason"
          hint="Up to 1000 characters"
          maxLength={limits.reason}
          rows={4}
          required
        />
      )}
      {asksCode && (
        <TextField
          field={fields.code}
          label="Code"
          hint={`Six digits from your authenticator app.${passkey ? ' A passkey needs no code.' : ''}`}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={64}
          required
        />
      )}
      <LegalText>{statement}</LegalText>
      {issuer !== null && (
        <p className="meta">You sign in again with {issuer}. When you come back, the signature is recorded.</p>
      )}
      <SubmitButton
        kind={meaning === 'rejected' ? 'stop-solid' : 'sign'}
        size="wide"
        icon={meaning === 'rejected' ? 'circle-x' : 'signature'}
        pendingLabel="Signing…"
      >
        {issuer === null ? submitWords[meaning] : `${submitWords[meaning]} with ${issuer}`}
      </SubmitButton>
      {passkey && <SignWithPasskey about={passkey} action={submitWords[meaning]} />}
    </Form>
  );
}
