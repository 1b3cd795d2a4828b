import { laterIsNotShown } from '#app/documents/screens/document/document-lifeline.tsx';
import { AsOf } from '#app/ui/as-of/as-of.tsx';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Choices } from '#app/ui/choices/choices.tsx';
import { Dialog, DialogBody, DialogFoot, DialogOpener } from '#app/ui/dialog/dialog.tsx';
import { plainField } from '#app/ui/field/field.tsx';
import { Form, SubmitButton } from '#app/ui/form/form.tsx';
import { Timeline } from '#app/ui/lifeline/event-list.tsx';
import { Lifeline } from '#app/ui/lifeline/lifeline.tsx';
import { DocNumber } from '#app/ui/page/doc-number.tsx';
import { Facts, Fingerprint } from '#app/ui/page/facts.tsx';
import { Actions, BackLink, Page, Section, TitleBlock, WithAside } from '#app/ui/page/page.tsx';
import { Sheet } from '#app/ui/page/sheet.tsx';
import { Rate } from '#app/ui/rate/rate.tsx';
import { Rosette } from '#app/ui/rosette/rosette-mark.tsx';
import { SignedBy } from '#app/ui/signature/signature.tsx';
import { Status } from '#app/ui/status/status.tsx';
import { VersionHistory } from '#app/documents/screens/document/version-history.tsx';
import { AuditPage } from './audit.tsx';
import { digests, now } from './samples.ts';

const at = (text: string) => Date.parse(text);

const spans = [
  { version: '1.0', begun: at('2023-06-10'), from: at('2023-07-03'), until: at('2024-11-11') },
  { version: '2.0', begun: at('2024-09-20'), from: at('2024-11-11'), until: at('2026-03-04') },
  { version: '2.1', begun: at('2026-02-02'), from: at('2026-03-04'), until: null },
];

const description =
  'Version 1.0 in force 03 Jul 2023 to 10 Nov 2024. Version 2.0 in force 11 Nov 2024 to 03 Mar 2026. Version 2.1 ' +
  'in force since 04 Mar 2026.';

const signed = (name: string) => (
  <>
    <SignedBy name={name} />
    <p className="meta">I approve this document</p>
  </>
);

export function DocumentPage() {
  return (
    <Page>
      <TitleBlock
        trail={
          <>
            <BackLink to="/dashboard">Documents</BackLink>
            <DocNumber number="SOP - QA - 017" />
          </>
        }
        title="Batch Record Review"
        facts={
          <>
            <Status status="EFFECTIVE" stamp />
            <span>Version 2.1</span>
            <span>Effective 04 Mar 2026</span>
            <Rate percent={97} words />
          </>
        }
        aside={<Rosette sha256={digests.current} centre="2.1" />}
      />
      <Actions doc>
        <LinkButton to="/pdf" download kind="solid" icon="download">
          Download PDF
        </LinkButton>
        <LinkButton to="/audit" icon="scroll-text">
          Download Audit Trail
        </LinkButton>
        <LinkButton to="/revise" icon="file-pen-line">
          Create Revision
        </LinkButton>
        <DialogOpener dialog="history" href="/history" kind="plain" icon="history">
          View Effective Docs
        </DialogOpener>
        <DialogOpener dialog="history" href="/retire" kind="stop" icon="archive" push>
          Retire
        </DialogOpener>
      </Actions>
      <Section
        id="life"
        title="Timeline"
        note="Three versions since June 2023. Every entry comes from the audit trail."
      >
        <Lifeline spans={spans} now={at(now)} description={description} />
      </Section>
      <WithAside
        label="Settings and facts"
        aside={
          <>
            <Sheet id="departments-title" title="Departments">
              <Form id="departments-form">
                <Choices
                  field={plainField('departments', { defaultOptions: ['Laboratory', 'Manufacturing'] })}
                  legend="Assign to Department(s)"
                  hint="Select the departments that need to review."
                  choices={['Corporate', 'Engineering', 'Laboratory', 'Manufacturing'].map((label) => ({
                    value: label,
                    label,
                  }))}
                />
                <SubmitButton>Save</SubmitButton>
              </Form>
            </Sheet>
            <Sheet id="record" title="Record">
              <Facts
                facts={[
                  { name: 'Created By', value: 'Priya Raman' },
                  { name: 'Approved', value: '19 Feb 2026' },
                  { name: 'Training every', value: '365 days' },
                  { name: 'Working file', value: 'Batch Record Review v2.1.docx' },
                  { name: 'Fingerprint', value: <Fingerprint sha256={digests.current} /> },
                ]}
              />
            </Sheet>
          </>
        }
      >
        <section className="stack" aria-labelledby="v21">
          <h2 id="v21">Version 2.1</h2>
          <Timeline
            entries={[
              {
                key: '1',
                at: '2026-03-12T11:48:07.000Z',
                icon: 'graduation-cap',
                kind: 'plain',
                children: <p>Hana Kobayashi signed her training record. 34 of 35 people are trained.</p>,
              },
              {
                key: '2',
                at: '2026-03-04T00:00:00.000Z',
                icon: 'badge-check',
                kind: 'effective',
                children: (
                  <>
                    <p className="life-version">Version 2.1 became Effective</p>
                    <p className="meta">Version 2.0 was superseded at the same moment.</p>
                  </>
                ),
              },
              {
                key: '3',
                at: '2026-02-19T15:02:00.000Z',
                icon: 'signature',
                kind: 'signed',
                children: signed('Daniel Achterberg'),
              },
              {
                key: '4',
                at: '2026-02-17T08:41:00.000Z',
                icon: 'signature',
                kind: 'signed',
                children: signed('Tomasz Wieczorek'),
              },
              {
                key: '5',
                at: '2026-02-09T15:20:00.000Z',
                icon: 'circle-x',
                kind: 'refused',
                children: (
                  <>
                    <p>Daniel Achterberg did not approve.</p>
                    <blockquote>Step 6.3 still refers to form QA-017-01, which was retired in November.</blockquote>
                  </>
                ),
              },
            ]}
          />
        </section>
      </WithAside>
      <Dialog id="history" title="View History" lede="Effective documents" drawer>
        <DialogBody>
          <VersionHistory
            versions={[
              {
                version: '2.1',
                sha256: digests.current,
                lines: ['Approved 19 Feb 2026', 'In force since 04 Mar 2026'],
              },
              {
                version: '2.0',
                sha256: digests.previous,
                lines: ['Approved 28 Oct 2024', 'In force 11 Nov 2024 to 03 Mar 2026'],
              },
              { version: '1.0', sha256: null, lines: ['Approved 21 Jun 2023', 'In force 03 Jul 2023 to 10 Nov 2024'] },
            ].map((version) => ({
              ...version,
              actions: (
                <LinkButton to="/dl" download size="small" icon="download" about={`version ${version.version}`}>
                  Download
                </LinkButton>
              ),
            }))}
          />
          <label>
            Below the list <input name="below" />
          </label>
        </DialogBody>
        <DialogFoot cancel="Close" />
      </Dialog>
    </Page>
  );
}

/** An audit trail as it was at a moment of the past. */
export function PastPage() {
  return (
    <>
      <AsOf text="12 Mar 2026 14:05" />
      <AuditPage>
        <Section id="life" title="Timeline" note={laterIsNotShown}>
          <Lifeline spans={spans} now={at(now)} description={description} asOf="12 Mar 2026 14:05 UTC" />
        </Section>
      </AuditPage>
    </>
  );
}
