import type { MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { Fragment } from 'react';
import { z } from 'zod';
import { verifierKey } from '#events/ledger/note.ts';
import { roleMay } from '#events/permissions.ts';
import { addresses } from '#app/kit/addresses.ts';
import { problemOf } from '#app/kit/errors/problem.ts';
import { screenLoader, type Page as PageOf } from '#app/kit/screen/screen.ts';
import { fingerprintOf, parseKey } from '#app/audit/evidence/verify/note.ts';
import { parseDate } from '#app/kit/forms/date.ts';
import { coverUpTo } from '#app/audit/queries/proof.ts';
import { getEvidenceSubject } from '#app/audit/queries/evidence-subject.ts';
import { ask } from '#app/kit/query/query.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { dayAfter } from '#app/ui/date-field/quick-days.ts';
import { DateField } from '#app/ui/date-field/date-field.tsx';
import { ErrorSummary } from '#app/ui/error-summary/error-summary.tsx';
import { plainField } from '#app/ui/field/field.tsx';
import { Facts, Fingerprint } from '#app/ui/page/facts.tsx';
import { Actions, Page, PageHead, Section } from '#app/ui/page/page.tsx';
import { AccountPage } from '#app/ui/page/account-page.tsx';
import { Notice } from '#app/ui/notice/notice.tsx';
import { isoDay, showDate } from '#app/ui/text/date.ts';

export const meta: MetaFunction = () => [{ title: 'Evidence packs - Imprimatur' }];

const search = z.object({ from: z.string().optional(), to: z.string().optional() });
type EvidencePage = PageOf<Viewer, unknown, z.output<typeof search>>;

export const loader = screenLoader({
  access: 'signed-in',
  search,
  async load(page) {
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
      today: isoDay(page.now, viewer.settings.timeZone),
      chosen: ofOrganisation && checkpoint ? await chosenPeriod(page, checkpoint.size) : null,
    };
  },
});

type Side = 'from' | 'to';

const sides = { from: 'first', to: 'last' } as const;

/** The period in the address, or the messages for its fields. Null where the address has none. */
async function chosenPeriod(page: EvidencePage, size: string) {
  const zone = page.viewer.settings.timeZone;
  const { from: typedFrom, to: typedTo } = page.search;
  if (typedFrom === undefined || typedTo === undefined) return null;
  const [from, to] = [dayIn(typedFrom, zone), dayIn(typedTo, zone)];
  const shown = { from: from?.shown ?? typedFrom, to: to?.shown ?? typedTo };
  const none = { shown, days: null, events: 0 };
  const problems: Partial<Record<Side, string>> = {};
  if (!from) problems.from = misread('from', page);
  if (!to) problems.to = misread('to', page);
  if (!from || !to) return { ...none, problems };
  const days = { from: from.iso, to: to.iso };
  const found = await ask(getEvidenceSubject, { kind: 'organisation', uid: page.viewer.org, ...days, size }, page);
  if (found.ok) return { shown, days, events: found.value.positions.length, problems };
  const { code, title, errors } = problemOf(found.failure);
  if (code === 'evidence_empty') return { ...none, problems: { from: 'There are no events in this period.' } };
  return { ...none, problems: { to: errors.to?.[0] ?? title } };
}

/** A typed day, as people read it and in ISO 8601; null where it is not a day. */
function dayIn(text: string, zone: string) {
  const moment = parseDate(text, zone);
  return moment === null ? null : { shown: showDate(moment, zone), iso: isoDay(moment, zone) };
}

const misread = (side: Side, { now, viewer }: EvidencePage): string =>
  `Enter the ${sides[side]} day, for example ${showDate(now, viewer.settings.timeZone)}.`;

/** Downloads of evidence packs, and the key to verify them. */
export default function EvidencePacks() {
  const { ofOrganisation } = useLoaderData<typeof loader>();
  const head = {
    title: 'Evidence packs',
    lede:
      'Everything an auditor needs to verify this record: the PDFs, the events, their proofs, the signed ' +
      'checkpoint and an index. Each download is recorded.',
  };
  return ofOrganisation ? (
    <Page>
      <PageHead {...head} />
      <Packs />
    </Page>
  ) : (
    <AccountPage current="/dashboard/evidence" {...head}>
      <Packs />
    </AccountPage>
  );
}

function Packs() {
  const { user, key, ofOrganisation, ofDocuments } = useLoaderData<typeof loader>();
  return (
    <>
      <Section id="own" title="About yourself" note="All events about you and by you, and the PDFs that you signed.">
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
          <p className="meta">The pack of one training record is on the page of the signed record.</p>
        </div>
      </Section>
      {ofDocuments && (
        <Section
          id="documents"
          title={ofOrganisation ? 'A document or a team member' : 'A document'}
          note="All events and all PDFs."
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
        </Section>
      )}
      {ofOrganisation && <OrganisationSection />}
      {key && (
        <Section
          id="key"
          title="The key"
          note={
            'To verify a pack, people need your key. Send the fingerprint through a separate channel, such as ' +
            'telephone or paper.'
          }
        >
          <Facts
            facts={[
              { name: 'Fingerprint', value: <Fingerprint sha256={key.fingerprint} /> },
              { name: 'Key', value: <span className="fingerprint">{key.vkey}</span> },
            ]}
          />
        </Section>
      )}
    </>
  );
}

/** The periods that a link chooses; all days are `2026-03-04`. */
function periodsUntil(today: string) {
  const month = `${today.slice(0, 7)}-01`;
  const lastMonth = dayAfter(month, -1);
  return [
    { label: 'This month', from: month, to: today },
    { label: 'Last month', from: `${lastMonth.slice(0, 7)}-01`, to: lastMonth },
    { label: 'This year', from: `${today.slice(0, 4)}-01-01`, to: today },
  ];
}

function OrganisationSection() {
  const { chosen, zone, today } = useLoaderData<typeof loader>();
  const problems = (['from', 'to'] as const).flatMap((fieldId) => {
    const message = chosen?.problems[fieldId];
    return message ? [{ message, fieldId }] : [];
  });
  const day = (side: Side, label: string) => {
    const problem = chosen?.problems[side];
    return (
      <DateField
        field={plainField(side, {
          required: true,
          defaultValue: chosen?.shown[side] ?? '',
          ...(problem && { errors: [problem] }),
        })}
        label={label}
        example={showDate(today, 'UTC')}
        today={today}
        max={today}
      />
    );
  };
  return (
    <Section
      id="organisation"
      title="The organisation"
      note={
        'All events of a period, and all PDFs that were recorded or signed in it. Days are in the time zone ' +
        `${zone}.`
      }
      narrow
    >
      <ErrorSummary problems={problems} attempt={chosen} />
      <p className="meta">
        {periodsUntil(today).map(({ label, from, to }, at) => (
          <Fragment key={label}>
            {at > 0 && ' · '}
            <Link to={`?${new URLSearchParams({ from: showDate(from, 'UTC'), to: showDate(to, 'UTC') })}`}>
              {label}
            </Link>
          </Fragment>
        ))}
      </p>
      {/* A followed link fills both fields in anew. */}
      <form method="get" noValidate className="stack" key={`${chosen?.shown.from} ${chosen?.shown.to}`}>
        {day('from', 'First day')}
        {day('to', 'Last day')}
        <Actions>
          <button className="button">Show contents</button>
        </Actions>
      </form>
      {chosen?.days && (
        <>
          <Notice kind="good" live="status">
            {`${chosen.events.toLocaleString('en-GB')} ${chosen.events === 1 ? 'event' : 'events'} from ` +
              `${chosen.shown.from} to ${chosen.shown.to}.`}
          </Notice>
          <Actions>
            <LinkButton
              to={addresses.organisationEvidence(chosen.days.from, chosen.days.to)}
              download
              icon="download"
              kind="solid"
              about={`${chosen.shown.from} to ${chosen.shown.to}, zip`}
            >
              Evidence pack
            </LinkButton>
          </Actions>
        </>
      )}
    </Section>
  );
}
