import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { signatureMeanings } from '#events/signature-meaning.ts';
import { approveDocument, rejectDocument } from '#app/commands/approval/sign.ts';
import { signatureStatement } from '#app/commands/signing.ts';
import { rejectionForm, signatureForm } from '#app/forms/signature.ts';
import { addresses } from '#app/addresses.ts';
import { goOn, screenAction, screenLoader, submit } from '#app/server/screen/screen.ts';
import { toast } from '#app/server/cookies/toast.ts';
import { approvalToSign, documentOfApproval, type ApproverLine } from '#app/queries/approval/to-sign.ts';
import { fullName } from '#app/queries/viewer.ts';
import { Button, LinkButton } from '#app/ui/button/button.tsx';
import { Dialog, DialogOpener } from '#app/ui/dialog/dialog.tsx';
import { DocNumber } from '#app/ui/page/doc-number.tsx';
import { BackLink, Page, TitleBlock } from '#app/ui/page/page.tsx';
import { SigningStep } from '#app/ui/signature-panel/signature-panel.tsx';
import { Status } from '#app/ui/status/status.tsx';
import { showDate, showMoment } from '#app/ui/text/date.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';
import { RefuseContent } from './refuse-content.tsx';
import { signedWords } from '#app/wording/approval-count.ts';
import { askToSign, signing } from '#app/screens/signing/sign-form.ts';
import { LastStep, ReadingDesk } from '#app/screens/signing/signing-page.tsx';
import { readingPlace } from '#app/screens/signing/reading-position.ts';
import { SignatureForm } from '#app/screens/signing/signature-form.tsx';
import { Link } from '#app/ui/link/link.tsx';

export { revalidateOnceOver as shouldRevalidate } from '#app/server/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => [
  { title: `Approve: ${data?.toSign.name ?? 'document'} - Imprimatur` },
];

type Decision = 'approve' | 'reject';

const decisionOf = (url: URL): Decision | null => {
  const asked = url.searchParams.get('decision');
  return asked === 'approve' || asked === 'reject' ? asked : null;
};

export const loader = (args: LoaderFunctionArgs) =>
  screenLoader('signed-in', async (page) => {
    const uid = page.params.uid ?? '';
    const document = await page.ask(documentOfApproval, { approval: uid });
    if (document) return goOn({ to: addresses.approve(document) });
    const toSign = await askToSign(page, approvalToSign, { document: uid });
    if (toSign.approval.status !== 'OPEN') return goOn({ to: addresses.approvalSigned(uid) });
    return {
      toSign,
      place: await readingPlace(page, toSign.file),
      decision: decisionOf(page.url),
      zone: page.viewer.settings.timeZone,
      printedName: fullName(page.viewer),
      statement: signatureStatement,
      commandId: page.ports.newId(),
    };
  })(args);

export const action = (args: ActionFunctionArgs) =>
  screenAction('signed-in', async (page) => {
    const form = await page.request.formData();
    const { document, name, approval } = await askToSign(page, approvalToSign, { document: page.params.uid ?? '' });
    const rejects = decisionOf(page.url) === 'reject';
    const words = `There was a problem ${rejects ? 'rejecting' : 'approving'} the document.`;
    const answer = await signing(words, (broken) =>
      submit(page, {
        form,
        broken,
        schema: rejects ? rejectionForm : signatureForm,
        command: rejects ? rejectDocument : approveDocument,
        input: (values) => ({ ...values, approval: form.get('approval') ?? approval.uid }),
        after: () => ({
          to: addresses.approvalSigned(document),
          toast: rejects ? `You did not approve ${name}.` : `You approved ${name}.`,
        }),
      }),
    );
    if (!answer.data.problem) return answer;
    // Whoever has signed meanwhile, in another window, is led on from here: the refusal goes along, instead of getting lost on the way.
    const { approval: standing } = await askToSign(page, approvalToSign, { document });
    if (standing.status === 'OPEN') return answer;
    const reasons = Object.values(answer.data.lastResult.error ?? {}).flatMap((told) => told ?? []);
    const refusal = toast('error', reasons.join(' ').slice(0, 500) || words);
    return goOn({ to: addresses.approvalSigned(document), toast: refusal }, page.ports.config);
  })(args);

/** `Two of three have signed. Yours is the last.` */
function standingWords(approvers: readonly ApproverLine[]): string {
  const signed = approvers.filter(({ status }) => status === 'APPROVED').length;
  const asked = approvers.length;
  const words = signedWords({ signed, asked });
  return asked > 1 && signed === asked - 1 ? `${words} Yours is the last.` : words;
}

const approverWords = ({ name, status, signedAt }: ApproverLine): string => {
  if (status === 'OPEN' || signedAt === null) return `${name}, not yet`;
  return `${name}, ${status === 'APPROVED' ? 'approved' : 'did not approve'} ${showMoment(signedAt)}`;
};

const approves = 'I have read and approve the document';
const refuses = signatureMeanings.rejected.replace(/ for the following reason:$/, '');
const refuseDialog = 'refuse';

/** The approver's signature screen: download, decide, sign. */
export default function Approve() {
  const { toSign, place, decision, zone, printedName, statement, commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { document, version, file, opened, approvers } = toSign;
  const locked = opened === null;
  const chosen = locked ? null : decision;
  const meaning = chosen === 'reject' ? 'rejected' : 'approved';
  return (
    <Page>
      <TitleBlock
        compact
        trail={
          <>
            <BackLink to={addresses.home()}>Documents</BackLink>
            <DocNumber number={documentNumber(toSign)} />
          </>
        }
        title={toSign.name}
        facts={
          <>
            <Status status="IN_REVIEW" label="Requires Approval" icon="signature" stamp />
            <span>Version {version}</span>
            <span>
              From <Submitted by={toSign.owner} at={toSign.submittedAt} zone={zone} />
            </span>
          </>
        }
      />
      <ReadingDesk
        of={toSign}
        file={file}
        kind="final"
        purpose="approval"
        place={place}
        facts={[
          { name: 'From', value: <Submitted by={toSign.owner} at={toSign.submittedAt} zone={zone} /> },
          { name: 'Approvers', value: <ApproverList approvers={approvers} /> },
        ]}
        opened={opened}
        here={addresses.approve(document)}
        lede={standingWords(approvers)}
        lastResult={answer?.lastResult}
      >
        <DecideStep document={document} locked={locked} chosen={chosen} />
        <LastStep number={3} printedName={printedName} meaning="approved">
          {chosen && opened && (
            <SignatureForm
              key={chosen}
              meaning={meaning}
              action={addresses.approve(document, chosen)}
              commandId={commandId}
              approval={toSign.approval.uid}
              printedName={printedName}
              sha256={opened.sha256}
              version={version}
              statement={statement}
              lastResult={answer?.lastResult}
            />
          )}
        </LastStep>
      </ReadingDesk>
      <Dialog id={refuseDialog} title={refuses} destructive>
        <RefuseContent document={document} />
      </Dialog>
    </Page>
  );
}

/** Who sent the version off, and when. A name that runs from right to left would take the day that follows it to its other side. */
const Submitted = ({ by, at, zone }: { by: string; at: string; zone: string }) => (
  <>
    <bdi>{by}</bdi>, {showDate(at, zone)}
  </>
);

function ApproverList({ approvers }: { approvers: readonly ApproverLine[] }) {
  return (
    <>
      {approvers.map((approver) => (
        <div key={approver.uid}>{approverWords(approver)}</div>
      ))}
    </>
  );
}

type DecideStepProps = { document: string; locked: boolean; chosen: Decision | null };

/** Step 2. The decision is part of the address: it can be changed until the signature is given. */
function DecideStep({ document, locked, chosen }: DecideStepProps) {
  const href = addresses.reject(document);
  if (locked) {
    return (
      <SigningStep number={2} title="Decide" state="locked">
        <div className="decision">
          <Button disabled>{approves}</Button>
          <Button disabled>{refuses}</Button>
        </div>
      </SigningStep>
    );
  }
  if (chosen === 'approve') {
    return (
      <SigningStep number={2} title={approves} state="done">
        <p className="meta">
          Changed your mind?{' '}
          <DialogOpener
            dialog={refuseDialog}
            href={href}
            kind="quiet-stop"
            size="small"
            pageLabel={`${refuses}, on its own page`}
          >
            {refuses}
          </DialogOpener>
        </p>
      </SigningStep>
    );
  }
  if (chosen === 'reject') {
    return (
      <SigningStep number={2} title={refuses} state="done">
        <p className="meta">
          Changed your mind?{' '}
          <Link to={addresses.approve(document, 'approve')} preventScrollReset>
            {approves}
          </Link>
        </p>
      </SigningStep>
    );
  }
  return (
    <SigningStep number={2} title="Decide" state="current">
      <div className="decision">
        <LinkButton to={`${addresses.approve(document, 'approve')}#signing-title`} kind="pen" icon="signature">
          {approves}
        </LinkButton>
        <DialogOpener dialog={refuseDialog} href={href} kind="stop" pageLabel={`${refuses}, on its own page`}>
          {refuses}
        </DialogOpener>
      </div>
    </SigningStep>
  );
}
