import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { addresses } from '#app/kit/addresses.ts';
import type { loadSigner } from '#app/signatures/screens/sign-form.ts';
import { SignatureForm } from '#app/signatures/screens/signature-form.tsx';
import type { FormAnswer } from '#app/kit/screen/screen.ts';
import { Notice } from '#app/ui/notice/notice.tsx';
import { SignaturePanel, SigningStep } from '#app/ui/signature-panel/signature-panel.tsx';

type SignPanelProps = {
  meaning: 'import_checked' | 'import_approved';
  lede: string;
  /** The step before signing. */
  title: string;
  children: ReactNode;
  action: string;
  /** The fingerprint of the plan. */
  sha256: string;
  signer: Awaited<ReturnType<typeof loadSigner>>;
  lastResult: FormAnswer['lastResult'] | undefined;
};

/** Why this person cannot sign yet; null where they can. */
function obstacleTo({ issuer, unidentified, factor }: SignPanelProps['signer']): ReactNode {
  if (issuer !== null) return `Imports are signed with a password. You sign in with ${issuer}: ask another admin.`;
  if (unidentified) return 'An admin must verify your identity before you can sign.';
  if (factor !== 'missing') return null;
  return (
    <p>
      <Link to={addresses.secondFactor()}>Set up your second factor</Link> before you sign.
    </p>
  );
}

/** The panel that signs the check or the approval of an import. */
export function SignPanel({ meaning, lede, title, children, action, sha256, signer, lastResult }: SignPanelProps) {
  const obstacle = obstacleTo(signer);
  return (
    <SignaturePanel lede={lede}>
      <SigningStep number={1} title={title} state="current">
        {children}
      </SigningStep>
      <SigningStep number={2} title="Sign" state="current">
        {obstacle ? (
          <Notice kind="wait">{obstacle}</Notice>
        ) : (
          <SignatureForm
            meaning={meaning}
            action={action}
            commandId={signer.commandId}
            asksCode={signer.factor === 'code'}
            printedName={signer.printedName}
            sha256={sha256}
            version=""
            comparison={null}
            statement={signer.statement}
            issuer={null}
            lastResult={lastResult}
            passkey={null}
          />
        )}
      </SigningStep>
    </SignaturePanel>
  );
}
