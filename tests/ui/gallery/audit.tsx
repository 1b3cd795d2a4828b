import type { ReactNode } from 'react';
import { AskAsOf } from '#app/ui/as-of/as-of.tsx';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Changes, Event, EventMore, LedgerDay, ProofPath } from '#app/ui/ledger/ledger.tsx';
import { ProofStub } from '#app/ui/ledger/proof-stub.tsx';
import { DocNumber } from '#app/ui/page/doc-number.tsx';
import { Facts, Fingerprint } from '#app/ui/page/facts.tsx';
import { Page, Section, TitleBlock, WideSection } from '#app/ui/page/page.tsx';
import { groupHex } from '#app/ui/rosette/rosette.ts';
import { Rosette } from '#app/ui/rosette/rosette-mark.tsx';
import { SignedBy } from '#app/ui/signature/signature.tsx';
import { Status, Verified } from '#app/ui/status/status.tsx';
import { digests } from './samples.ts';

export function AuditPage({ children }: { children?: ReactNode }) {
  return (
    <Page>
      <TitleBlock
        trail={<DocNumber number="SOP - QA - 017" version="2.1" />}
        title="Audit trail of Batch Record Review"
        facts={
          <>
            <Status status="EFFECTIVE" stamp />
            <span>41 events in this document's life</span>
          </>
        }
        aside={
          <div className="stack tight">
            <LinkButton to="/pdf" download kind="solid" icon="download">
              Download Audit Trail
            </LinkButton>
            <LinkButton to="/json" download icon="file-check">
              Download proof bundle
            </LinkButton>
            {!children && <AskAsOf text="soon" problem="Enter the moment as 25 Nov 2026 01:00, or a day alone." />}
          </div>
        }
      />
      {children}
      <Section
        id="log"
        title="Ledger"
        note="Events are appended to one tamper-evident ledger. Each checkpoint is signed."
      >
        <div className="checkpoint">
          <Rosette sha256={digests.first} />
          <Facts
            facts={[
              { name: 'Checkpoint', value: '12 Mar 2026 14:00:00 UTC, 18,977 events' },
              { name: 'Root', value: <Fingerprint sha256={digests.first} /> },
              { name: 'State', value: <Verified>Consistent with every earlier checkpoint</Verified> },
            ]}
          />
        </div>
      </Section>
      <WideSection id="events" title="Events">
        <LedgerDay title="12 Mar 2026" meta="Thursday, 1 event">
          <Event
            id="e18951"
            at="2026-03-12T11:48:07.000Z"
            proof={<ProofStub hash={digests.previous} position={18951} state="waiting" />}
          >
            <p>
              <b>Hana Kobayashi</b> signed the training record for version 2.1
            </p>
            <SignedBy name="Hana Kobayashi" decorative />
            <p className="meta">Printed name Hana Kobayashi. Meaning: I have read and understand.</p>
          </Event>
        </LedgerDay>
        <LedgerDay title="19 Feb 2026" meta="Thursday, 1 event">
          <Event
            id="e18402"
            at="2026-02-19T16:20:44.000Z"
            proof={<ProofStub hash={digests.current} position={18402} state="included" verify="/verify/18402" />}
          >
            <p>
              <b>Priya Raman</b> gave final approval and set the effective date
            </p>
            <EventMore summary="Changes and proof" open>
              <Changes
                changes={[
                  { field: 'Status', before: 'Requires Final Approval', after: 'Awaiting Training' },
                  { field: 'Effective date', before: null, after: '04 Mar 2026' },
                ]}
              />
              <ProofPath
                title="Inclusion proof, 2 steps"
                steps={[
                  { label: 'Event', hash: groupHex(digests.current) },
                  { label: 'Right', hash: groupHex(digests.previous) },
                  { label: 'Root', hash: groupHex(digests.first) },
                ]}
              />
            </EventMore>
          </Event>
        </LedgerDay>
      </WideSection>
    </Page>
  );
}
