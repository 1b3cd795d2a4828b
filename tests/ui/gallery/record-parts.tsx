import { LinkButton } from '#app/ui/button/button.tsx';
import { DialogOpener, DialogPage } from '#app/ui/dialog/dialog.tsx';
import { ProofStub } from '#app/ui/ledger/proof-stub.tsx';
import { Notice } from '#app/ui/notice/notice.tsx';
import { Actions, Section, Stack } from '#app/ui/page/page.tsx';
import { CaughtUp, Empty } from '#app/ui/register/empty.tsx';
import { ReportCard, ReportCards } from '#app/ui/report-card/report-card.tsx';
import { Deactivate } from './deactivate.tsx';
import { digests } from './samples.ts';

/** The components that records are shown with. */
export const RecordParts = () => (
  <>
    <Section id="c-proof" title="Proof" note="Fingerprint of the event, its place in the log, and a way to check it.">
      <Stack>
        <ProofStub hash={digests.previous} position={18402} state="included" verify="/verify/18402" />
        <ProofStub hash={digests.first} position="18403" state="waiting" />
        <ProofStub hash={digests.current} position={18404} state="broken" verify="/verify/18404" />
      </Stack>
    </Section>
    <Section
      id="c-said"
      title="Messages"
      note="A notice in the page after every form post, and a toast, bottom left."
      narrow
    >
      <Notice kind="good" live="status">
        You successfully invited Noor Haddad.
      </Notice>
      <Notice kind="wait" icon="clock">
        Your password will expire in 5 days. Please update at your earliest convenience.
      </Notice>
      <Notice kind="stop">Only a warning about something that stopped.</Notice>
      <Notice>Only a remark.</Notice>
    </Section>
    <Section id="c-empty" title="Nothing here" note="The words of the specification, in the voice of the record.">
      <Stack>
        <CaughtUp />
        <Empty>No matches found...</Empty>
      </Stack>
    </Section>
    <Section id="c-reports" title="Reports">
      <ReportCards>
        <ReportCard
          title="Training Matrix"
          line="Every person against every effective document"
          actions={
            <>
              <LinkButton to="/pdf" download size="small" icon="download" about="Training Matrix">
                PDF
              </LinkButton>
              <LinkButton to="/csv" download size="small" icon="download" about="Training Matrix">
                CSV
              </LinkButton>
            </>
          }
        />
        <ReportCard
          title="Table of Contents"
          line="All effective documents with version and effective date"
          actions={
            <LinkButton to="/pdf" download size="small" icon="download" about="Table of Contents">
              PDF
            </LinkButton>
          }
        />
      </ReportCards>
    </Section>
    <Section
      id="c-dialog"
      title="Dialogs"
      note="Native dialog, opened by command and commandfor. Each also has its own page."
    >
      <Stack>
        <Actions>
          <DialogOpener dialog="deactivate" href="/dashboard/users/1/deactivate">
            Deactivate team member
          </DialogOpener>
        </Actions>
        <DialogPage title="Deactivate team member" back="/dashboard/users">
          <Deactivate id="on-page" />
        </DialogPage>
      </Stack>
    </Section>
  </>
);
