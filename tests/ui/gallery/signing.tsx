import { Button, LinkButton } from '#app/ui/button/button.tsx';
import { DialogOpener } from '#app/ui/dialog/dialog.tsx';
import { Check, plainField, TextField } from '#app/ui/field/field.tsx';
import { Form, SubmitButton } from '#app/ui/form/form.tsx';
import { DocNumber } from '#app/ui/page/doc-number.tsx';
import { AuthPage } from '#app/ui/page/auth-page.tsx';
import { BackLink, Page, TitleBlock } from '#app/ui/page/page.tsx';
import { Paper, Viewer } from '#app/documents/screens/reading/viewer.tsx';
import { Rosette } from '#app/ui/rosette/rosette-mark.tsx';
import { ErrorPage } from '#app/ui/shell/error-page.tsx';
import {
  DownloadStep,
  LegalText,
  LockedForm,
  Reading,
  SignatureLine,
  SignaturePanel,
  SignedFacts,
  SigningStep,
} from '#app/ui/signature-panel/signature-panel.tsx';
import { Status } from '#app/ui/status/status.tsx';
import { digests } from './samples.ts';

/** The signing page before and after the download. */
export function SigningPage({ downloaded }: { downloaded: boolean }) {
  return (
    <Page>
      <TitleBlock
        compact
        trail={
          <>
            <BackLink to="/dashboard">Documents</BackLink>
            <DocNumber number="SOP - QA - 003" />
          </>
        }
        title="Corrective and Preventive Action"
        facts={
          <>
            <Status status="IN_REVIEW" stamp label="Requires Approval" icon="signature" />
            <span>Version 3.0</span>
            <span>From Tomasz Wieczorek, 10 Mar 2026</span>
          </>
        }
      />
      <Reading>
        <Viewer
          title="Final PDF"
          tools="14 pages"
          actions={
            <LinkButton to="/pdf" download size="small" icon="download">
              Download PDF
            </LinkButton>
          }
        >
          <Paper>
            <h2>1 Purpose</h2>
            <p>
              This procedure describes how Northmere Diagnostics identifies, records and removes the causes of
              nonconformities.
            </p>
            <p>
              It applies to every product, process and quality record of the organisation, whatever the source of the
              signal.
            </p>
          </Paper>
        </Viewer>
        <SignaturePanel lede="Two of three have signed. Yours is the last.">
          <DownloadStep
            href="/pdf"
            size={2_934_112}
            pageHref="/approve"
            downloadedAt={downloaded ? '2026-03-12T14:02:00.000Z' : null}
          />
          <SigningStep
            number={2}
            state={downloaded ? 'done' : 'locked'}
            title={downloaded ? 'I have read and approve the document' : 'Decide'}
          >
            {downloaded ? (
              <p className="meta">
                <DialogOpener dialog="reject" href="/reject" kind="quiet-stop" size="small">
                  Reject instead
                </DialogOpener>
              </p>
            ) : (
              <div className="decision">
                <Button disabled>I have read and approve the document</Button>
                <Button disabled>I do not approve this document</Button>
              </div>
            )}
          </SigningStep>
          <SigningStep number={3} state={downloaded ? 'current' : 'locked'} title="Sign">
            {downloaded ? (
              <Form id="sign" commandId="sign-once">
                <TextField
                  field={plainField('email', { defaultValue: 'ines.okafor@northmere.example' })}
                  label="Email"
                  type="email"
                  autoComplete="username"
                />
                <TextField
                  field={plainField('password')}
                  label="Password"
                  type="password"
                  autoComplete="current-password"
                />
                <SignatureLine
                  id="signature"
                  name="signature"
                  printedName="Ines Okafor"
                  rosette={<Rosette sha256={digests.previous} centre="3.0" />}
                />
                <SignedFacts
                  printedName="Ines Okafor"
                  meaning="I approve this document"
                  sha256={digests.previous}
                  comparison={null}
                />
                <Check field={plainField('consent')} label="I approve this document" />
                <LegalText>
                  Your electronic signature is legally binding and is the equivalent of your handwritten signature.
                </LegalText>
                <SubmitButton kind="sign" size="wide" icon="signature" pendingLabel="Signing…">
                  Approve Document
                </SubmitButton>
              </Form>
            ) : (
              <LockedForm printedName="Ines Okafor" action="Approve Document" />
            )}
          </SigningStep>
        </SignaturePanel>
      </Reading>
    </Page>
  );
}

export function GatePage() {
  return (
    <AuthPage
      title="Sign in"
      links={
        <>
          <a href="/forgot">Forgot password</a>
          <a href="/confirm">First time here?</a>
        </>
      }
    >
      <Form id="sign-in">
        <TextField field={plainField('email', { required: true })} label="Email" type="email" autoComplete="username" />
        <TextField
          field={plainField('password', { required: true })}
          label="Password"
          type="password"
          autoComplete="current-password"
        />
        <SubmitButton size="wide">Sign in</SubmitButton>
      </Form>
    </AuthPage>
  );
}

export function FaultPage() {
  return (
    <ErrorPage
      status={500}
      reference="8c1f7a52-0b7e-4f0e-9a9d-3b1f0f2c6a10"
      home={{ to: '/dashboard', label: 'Go to my documents' }}
    />
  );
}
