import { addresses } from '#app/http/addresses.ts';
import type { ApprovalCard, FinalApprovalCard, RejectedCard, StuckCard } from '#app/queries/document/start-here.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Docket, Dockets } from '#app/ui/docket/docket.tsx';
import { Leaf } from '#app/ui/page/leaf.tsx';
import { CaughtUp } from '#app/ui/register/empty.tsx';
import { inWords, inWordsFirst } from '#app/ui/text/count.ts';
import { showDate } from '#app/ui/text/date.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';

type StartHereProps = {
  finalApprovals: FinalApprovalCard[];
  approvals: ApprovalCard[];
  rejected: RejectedCard[];
  stuck: StuckCard[];
  zone: string;
};

const signedWords = ({ signed, asked }: ApprovalCard): string =>
  `${inWordsFirst(signed)} of ${inWords(asked)} ${signed === 1 ? 'has' : 'have'} signed.`;

const waitingWords = (count: number): string =>
  count === 1 ? 'One document is waiting for you.' : `${inWordsFirst(count)} documents are waiting for you.`;

/** The documents that wait for this person, as cards; or that nothing does. */
export function StartHere({ finalApprovals, approvals, rejected, stuck, zone }: StartHereProps) {
  const count = finalApprovals.length + approvals.length + rejected.length + stuck.length;
  if (count === 0) {
    return (
      <Leaf id="start" title="Start here">
        <CaughtUp />
      </Leaf>
    );
  }
  return (
    <Leaf id="start" title="Start here" note={waitingWords(count)}>
      <Dockets>
        {finalApprovals.map((card) => (
          <Docket
            key={`final ${card.document}`}
            number={documentNumber(card)}
            version={card.version}
            title={card.name}
            fact={card.externallyEffective ? 'Already effective external to the system.' : 'All approvers have signed.'}
            action={
              <LinkButton to={addresses.publish(card.document)} kind="solid" icon="stamp" about={card.name}>
                Approve
              </LinkButton>
            }
            aside={card.approvedAt && `Since ${showDate(card.approvedAt, zone)}`}
          />
        ))}
        {approvals.map((card) => (
          <Docket
            key={`sign ${card.document}`}
            number={documentNumber(card)}
            version={card.version}
            title={card.name}
            fact={`From ${card.owner}. ${signedWords(card)}`}
            action={
              <LinkButton to={addresses.approve(card.document)} kind="pen" icon="signature" about={card.name}>
                Sign &amp; Approve Document
              </LinkButton>
            }
          />
        ))}
        {stuck.map((card) => (
          <Docket
            key={`stuck ${card.document} ${card.approver}`}
            number={documentNumber(card)}
            version={card.version}
            title={card.name}
            fact={`${card.approver} is deactivated and cannot sign. This version needs another approver.`}
            action={
              <LinkButton to={addresses.approvers(card.document)} icon="users-round" about={card.name}>
                Change approvers
              </LinkButton>
            }
          />
        ))}
        {rejected.map((card) => (
          <Docket
            key={`rejected ${card.document}`}
            number={documentNumber(card)}
            version={card.version}
            title={card.name}
            fact={`${card.rejectedBy ?? 'An approver'} did not approve.${card.reason ? ` “${card.reason}”` : ''}`}
            action={
              <LinkButton to={addresses.revise(card.document)} icon="file-pen-line" about={card.name}>
                Revise
              </LinkButton>
            }
          />
        ))}
      </Dockets>
    </Leaf>
  );
}
