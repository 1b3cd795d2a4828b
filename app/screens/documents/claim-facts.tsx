import { Link } from '@remix-run/react';
import type { StoredFile } from '#events/document/events.ts';
import { addresses } from '#app/addresses.ts';
import type { VersionLine } from '#app/queries/document/version-history.ts';
import { type Fact, Fingerprint } from '#app/ui/page/facts.tsx';
import { showMoment } from '#app/ui/text/date.ts';
import { claimInWords } from '#app/wording/import/claim.ts';

/** The scan that an import gives as evidence of what it claims. */
export const evidenceFact = (evidence: Pick<StoredFile, 'name' | 'sha256'> | null, to: string): Fact[] =>
  evidence
    ? [
        {
          name: 'Evidence',
          value: (
            <>
              <Link to={to} reloadDocument download>
                {evidence.name}
              </Link>{' '}
              <Fingerprint sha256={evidence.sha256} />
            </>
          ),
        },
      ]
    : [];

/** What the source of an imported version claims, beside when that was recorded. */
export const claimFacts = (document: string, { claimed, submittedAt, version }: VersionLine): Fact[] =>
  claimed
    ? [
        { name: 'Approval', value: claimInWords(claimed) },
        { name: 'Imported', value: showMoment(submittedAt) },
        ...evidenceFact(claimed.evidence, addresses.versionEvidence(document, version)),
      ]
    : [];
