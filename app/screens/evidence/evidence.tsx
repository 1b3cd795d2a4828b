import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { verifierKey } from '#events/ledger/note.ts';
import { roleMay } from '#events/permissions.ts';
import { addresses } from '#app/http/addresses.ts';
import { problemOf } from '#app/http/problem.ts';
import { screenLoader, type Page as PageOf } from '#app/http/screen.ts';
import { fingerprintOf, parseKey } from '#app/evidence/verify/note.ts';
import { coverUpTo } from '#app/queries/audit/proof.ts';
import { getEvidenceSubject } from '#app/queries/evidence/subject.ts';
import { ask } from '#app/queries/query.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { ErrorSummary } from '#app/ui/error-summary/error-summary.tsx';
import { plainField } from '#app/ui/field/field-state.ts';
import { TextField } from '#app/ui/field/field.tsx';
import { Facts, Fingerprint } from '#app/ui/page/facts.tsx';
import { Leaf } from '#app/ui/page/leaf.tsx';
import { Actions, Page, PageHead } from '#app/ui/page/page.tsx';
import { Notice } from '#app/ui/notice/notice.tsx';
import { Link } from '#app/ui/link/link.tsx';

export const meta: MetaFunction = () => [{ title: 'Evidence packs - Imprimatur' }];

export const loader = (args: LoaderFunctionArgs) =>
  screenLoader('signed-in', async (page) => {
    const { viewer, ports } = page;
    const { size } = await ports.ledger.readHead(viewer.org);
    const checkpoint = await coverUpTo(ports, viewer.org, size);
    const vkey = checkpoint && verifierKey(checkpoint.origin, ports.config.verifyingKey);
    const key = vkey ? parseKey(vkey) : null;
    const ofOrganisation = roleMay(viewer.role, 'evidence.export_any');
    return {
      user: viewer.uid,
      key: key && { vkey: key.vkey, fingerprint: fingerprintOf(key) },
      ofOrganisation,
      ofDocuments: roleMay(viewer.role, 'evidence.export_document'),
      zone: viewer.settings.timeZone,
      chosen: ofOrganisation && checkpoint ? await chosenPeriod(page, checkpoint.size) : null,
    };
  })(args);

/** The period in the address: how many events are in it, or why it is none. Null while nothing was chosen. */
async function chosenPeriod(page: PageOf, size: string) {
  const from = page.url.searchParams.get('from');
  const to = page.url.searchParams.get('to');
  if (from === null || to === null) return null;
  const found = await ask(getEvidenceSubject, { kind: 'organisation', uid: page.viewer.org, from, to, size }, page);
  if (found.ok) return { from, to, events: found.value.positions.length, problem: null };
  const { code, title, errors } = problemOf(found.failure);
  const words = code === 'evidence_empty' ? 'Nothing happened in this time.' : (Object.values(errors)[0]?.[0] ?? title);
  return { from, to, events: 0, problem: errors.from ? 'Enter the first day as 2026-03-12.' : words };
}

/** Where evidence is taken out of the system, and the key that it is checked with. */
export default function EvidencePacks() {
  const { user, key, ofOrganisation, ofDocuments } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHead
        title="Evidence packs"
        lede="One zip that proves itself: the PDFs, the events byte for byte, their proofs, the signed checkpoint, an index to read. Nobody needs this software to verify it. Who takes one is recorded."
      />
      <Leaf
        id="own"
        title="About yourself"
        note="All that is recorded of you and by you, and the PDFs that you signed."
      >
        <div className="stack">
          <Actions>
            <LinkButton
              to={addresses.userEvidence(user)}
              download
              icon="download"
              kind={ofOrganisation ? undefined : 'solid'}
            >
              My evidence pack
            </LinkButton>
          </Actions>
          <p className="meta">The pack of one training record is on the page that shows it signed.</p>
        </div>
      </Leaf>
      {ofDocuments && (
        <Leaf
          id="documents"
          title={ofOrganisation ? 'A document or a team member' : 'A document'}
          note="Everything that is recorded, and each of the PDFs."
        >
          <p>
            Open the document’s audit trail and choose Download Audit Trail.{' '}
            <Link to={addresses.home('manage')}>To the documents</Link>
          </p>
          {ofOrganisation && (
            <p>
              A team member’s pack is on their audit log. <Link to={addresses.team()}>To the team</Link>
            </p>
          )}
        </Leaf>
      )}
      {ofOrganisation && <OrganisationLeaf />}
      {key && (
        <Leaf
          id="key"
          title="The key"
          note="Whoever verifies a pack has to know your key. Give them its fingerprint by another way: by telephone, or on paper."
        >
          <Facts
            facts={[
              { name: 'Fingerprint', value: <Fingerprint sha256={key.fingerprint} /> },
              { name: 'Key', value: <span className="fingerprint">{key.vkey}</span> },
            ]}
          />
        </Leaf>
      )}
    </Page>
  );
}

function OrganisationLeaf() {
  const { chosen, zone } = useLoaderData<typeof loader>();
  return (
    <Leaf
      id="organisation"
      title="The organisation"
      note={`Every event of a time without a gap, and every PDF that was recorded or signed in it. Days are those of ${zone}.`}
      narrow
    >
      {chosen?.problem && <ErrorSummary problems={[{ message: chosen.problem, fieldId: 'from' }]} />}
      <form method="get" className="stack">
        <TextField
          field={plainField('from', { required: true, defaultValue: chosen?.from ?? '' })}
          label="First day"
          type="date"
          short
        />
        <TextField
          field={plainField('to', { required: true, defaultValue: chosen?.to ?? '' })}
          label="Last day"
          type="date"
          short
        />
        <Actions>
          <button className="button">Show what is in it</button>
        </Actions>
      </form>
      {chosen && !chosen.problem && (
        <>
          <Notice kind="good" live="status">
            {`${chosen.events.toLocaleString('en-GB')} ${chosen.events === 1 ? 'event' : 'events'} from ${chosen.from} to ${chosen.to}.`}
          </Notice>
          <Actions>
            <LinkButton
              to={addresses.organisationEvidence(chosen.from, chosen.to)}
              download
              icon="download"
              kind="solid"
              about={`${chosen.from} to ${chosen.to}, zip`}
            >
              Evidence pack
            </LinkButton>
          </Actions>
        </>
      )}
    </Leaf>
  );
}
