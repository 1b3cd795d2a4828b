import type { ReactNode } from 'react';
import { signatureMeanings } from '#events/signature-meaning.ts';
import { addresses } from '#app/addresses.ts';
import type { NamedVersion, OwnSignature } from '#app/queries/signature.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { DocNumber } from '#app/ui/page/doc-number.tsx';
import { Section } from '#app/ui/page/section.tsx';
import { Actions, BackLink, Page, TitleBlock } from '#app/ui/page/page.tsx';
import { CaughtUp } from '#app/ui/register/empty.tsx';
import { Rosette } from '#app/ui/rosette/rosette-mark.tsx';
import { Signature } from '#app/ui/signature/signature.tsx';
import { documentNumber } from '#app/ui/text/document-number.ts';

type SignedPageProps = {
  of: NamedVersion;
  signature: OwnSignature;
  home: string;
  /** The address of its evidence pack. */
  evidence?: string;
  /** The remaining tasks in words, and the first card; null where none is left. */
  next: { note: string; card: ReactNode } | null;
};

/** The recorded signature and the next document to sign. */
export function SignedPage({ of, signature, home, evidence, next }: SignedPageProps) {
  const { signedName, printedName, meaning, reason, signedAt, sha256 } = signature;
  return (
    <Page>
      <TitleBlock
        compact
        trail={
          <>
            <BackLink to={home}>Documents</BackLink>
            <DocNumber number={documentNumber(of)} />
          </>
        }
        title={of.name}
        facts={<span>Version {of.version}</span>}
      />
      <Section
        id="signature"
        title="Your signature"
        note="This is how it is recorded. It cannot be changed or taken back."
        first
        narrow
      >
        <div className="sheet">
          <Signature
            signedName={signedName}
            printedName={printedName}
            meaning={signatureMeanings[meaning].replace(/:$/, '')}
            reason={reason}
            signedAt={signedAt}
            sha256={sha256}
            rosette={<Rosette sha256={sha256} centre={of.version} />}
          />
        </div>
        {evidence && (
          <Actions>
            <LinkButton to={evidence} download icon="shield-check" about="of this training record, zip">
              Evidence pack
            </LinkButton>
          </Actions>
        )}
      </Section>
      <Section id="next" title="Next" note={next?.note}>
        {next ? next.card : <CaughtUp />}
      </Section>
    </Page>
  );
}

export const approvalsHome = addresses.home('manage');
export const trainingHome = addresses.home('training');
