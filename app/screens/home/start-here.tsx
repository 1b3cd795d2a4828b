import type { ReactNode } from 'react';
import { addresses } from '#app/addresses.ts';
import type { StartHereCards, StuckCard } from '#app/queries/document/start-here.ts';
import { signedWords } from '#app/wording/approval-count.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Docket, Dockets } from '#app/ui/docket/docket.tsx';
import { Section } from '#app/ui/page/section.tsx';
import { CaughtUp } from '#app/ui/register/empty.tsx';
import { inWordsFirst } from '#app/ui/text/count.ts';
import { showDate } from '#app/ui/text/date.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';

const reasons: Record<StuckCard['unable'], string> = {
  employee: 'is an Employee and cannot sign. This version needs another approver.',
  deactivated: 'is deactivated and cannot sign. This version needs another approver.',
  unconfirmed: 'cannot sign before reconfirming the account. Until then this version needs another approver.',
};

const stuckWords = ({ approver, unable }: StuckCard): string => `${approver} ${reasons[unable]}`;

const waitingWords = (count: number): string =>
  count === 1 ? 'One task is waiting for you.' : `${inWordsFirst(count)} tasks are waiting for you.`;

/** What the cards of each kind wait for, in their order. */
const kinds = {
  finalApprovals: 'final approval',
  approvals: 'your signature',
  stuck: 'another approver',
  rejected: 'your revision',
  reviews: 'periodic review',
  drafts: 'you to send off',
} as const satisfies Record<keyof StartHereCards, string>;
const kindNames = Object.keys(kinds) as (keyof StartHereCards)[];

/** A sentence for each kind with more documents than cards. */
function moreWords(cards: StartHereCards): string[] {
  return kindNames.flatMap((kind) => {
    const more = cards[kind].total - cards[kind].cards.length;
    if (more === 0) return [];
    return [`${inWordsFirst(more)} more ${more === 1 ? 'waits' : 'wait'} for ${kinds[kind]}.`];
  });
}

type CardDocument = Parameters<typeof documentNumber>[0] & { document: string; version: string; name: string };

const card = (kind: string, of: CardDocument, fact: string, action: ReactNode, aside?: string): ReactNode => (
  <Docket
    key={`${kind} ${of.document} ${fact}`}
    number={documentNumber(of)}
    version={of.version}
    title={of.name}
    fact={fact}
    action={action}
    aside={aside}
  />
);

type StartHereProps = { waiting: StartHereCards; zone: string };

function Cards({ waiting, zone }: StartHereProps) {
  const { finalApprovals, approvals, stuck, rejected, reviews, drafts } = waiting;
  return (
    <>
      {finalApprovals.cards.map((one) =>
        card(
          'final',
          one,
          one.externallyEffective ? 'Already effective external to the system.' : 'All approvers have signed.',
          <LinkButton to={addresses.publish(one.document)} kind="solid" icon="stamp" about={one.name}>
            Approve
          </LinkButton>,
          one.approvedAt ? `Since ${showDate(one.approvedAt, zone)}` : undefined,
        ),
      )}
      {approvals.cards.map((one) =>
        card(
          'sign',
          one,
          `From ${one.owner}. ${signedWords(one)}`,
          <LinkButton to={addresses.approve(one.document)} kind="pen" icon="signature" about={one.name}>
            Sign &amp; Approve Document
          </LinkButton>,
        ),
      )}
      {stuck.cards.map((one) =>
        card(
          'stuck',
          one,
          stuckWords(one),
          <LinkButton
            to={addresses.replaceApprover(one.document, one.approval)}
            icon="users-round"
            about={`${one.approver}, ${one.name}`}
          >
            Replace approver
          </LinkButton>,
        ),
      )}
      {rejected.cards.map((one) =>
        card(
          'rejected',
          one,
          `${one.rejectedBy ?? 'An approver'} did not approve.${one.reason ? ` “${one.reason}”` : ''}`,
          <LinkButton to={addresses.revise(one.document)} icon="file-pen-line" about={one.name}>
            Revise
          </LinkButton>,
        ),
      )}
      {reviews.cards.map((one) =>
        card(
          'review',
          one,
          `Owned by ${one.owner}. Its periodic review is due.`,
          <LinkButton to={addresses.periodicReview(one.document)} icon="book-open" about={one.name}>
            Record review
          </LinkButton>,
          `Since ${showDate(one.dueAt, zone)}`,
        ),
      )}
      {drafts.cards.map((one) =>
        card(
          'draft',
          one,
          'Your draft. It is not sent to its approvers yet.',
          <LinkButton to={addresses.revise(one.document)} icon="pencil" about={one.name}>
            Continue
          </LinkButton>,
          `Modified ${showDate(one.revisedAt, zone)}`,
        ),
      )}
    </>
  );
}

/** Cards of the documents that need this person's attention. */
export function StartHere({ waiting, zone }: StartHereProps) {
  const count = kindNames.reduce((sum, kind) => sum + waiting[kind].total, 0);
  if (count === 0) {
    return (
      <Section id="start" title="Start here">
        <CaughtUp />
      </Section>
    );
  }
  const more = moreWords(waiting);
  return (
    <Section id="start" title="Start here" note={waitingWords(count)}>
      <div className="stack">
        <Dockets>
          <Cards waiting={waiting} zone={zone} />
        </Dockets>
        {more.length > 0 && (
          <p className="meta">
            {more.join(' ')} <a href={`${addresses.home('manage')}&sort=status`}>All documents by status</a>
          </p>
        )}
      </div>
    </Section>
  );
}
