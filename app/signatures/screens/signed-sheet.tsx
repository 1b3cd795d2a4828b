import type { ReactNode } from 'react';
import { signatureMeanings } from '#events/signature-meaning.ts';
import type { NamedVersion, OwnSignature } from '#app/kit/query/signature.ts';
import { Dockets } from '#app/ui/docket/docket.tsx';
import { inWordsFirst } from '#app/ui/text/count.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Actions, Page, Section } from '#app/ui/page/page.tsx';
import { CaughtUp } from '#app/ui/register/empty.tsx';
import { Rosette } from '#app/ui/rosette/rosette-mark.tsx';
import { Signature } from '#app/ui/signature/signature.tsx';
import { ComparisonLink } from '#app/documents/screens/comparison-link.tsx';
import { DocumentTitle } from '#app/kit/screen/document-title.tsx';

type SignedPageProps = {
  of: NamedVersion;
  signature: OwnSignature;
  /** The name of the person for whom a deputy signed. */
  absent?: string | null;
  home: string;
  /** The address of its evidence pack. */
  evidence?: string;
  /** How many documents wait, for what, and the card of the first one; null where none is left. */
  waiting: number;
  waitsFor: 'signature' | 'training';
  next: ReactNode;
};

/** The recorded signature and the next document to sign. */
export function SignedPage({ of, signature, absent = null, home, evidence, waiting, waitsFor, next }: SignedPageProps) {
  const { signedName, printedName, meaning, reason, signedAt, sha256, method, comparison } = signature;
  const waits = `${inWordsFirst(waiting)} ${waiting === 1 ? 'document waits' : 'documents wait'}`;
  return (
    <Page>
      <DocumentTitle compact of={of} back={home} title={of.name} facts={<span>Version {of.version}</span>} />
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
            absent={absent}
            meaning={signatureMeanings[meaning].replace(/:$/, '')}
            reason={reason}
            signedAt={signedAt}
            sha256={sha256}
            method={method}
            comparison={comparison && <ComparisonLink document={of.document} sha256={comparison} />}
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
      <Section id="next" title="Next" note={next && `${waits} for your ${waitsFor}.`}>
        {next ? <Dockets>{next}</Dockets> : <CaughtUp />}
      </Section>
    </Page>
  );
}
