import type { MetaArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { signatureMeanings } from '#events/signature-meaning.ts';
import { signOnOf } from '#events/single-sign-on/settings.ts';
import type { Instant } from '#events/time.ts';
import { approveDocument, askIssuerToApprove, rejectDocument } from '#app/approvals/commands/sign.ts';
import { issuerForm, issuerRejectionForm, rejectionForm, signatureForm } from '#app/signatures/forms.ts';
import { addresses } from '#app/kit/addresses.ts';
import { type Page, readForm, redirectTo, screenAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { saveForReturn } from '#app/kit/screen/saved-form.ts';
import { toast } from '#app/kit/cookies/toast.ts';
import { approvalToSign, documentOfApproval, type ApprovalToSign } from '#app/approvals/queries/to-sign.ts';
import { documentObstacles } from '#app/documents/queries/obstacles.ts';
import { commentsOfVersion } from '#app/documents/queries/comments.ts';
import { CommentsToSign, OpenToFix } from '#app/documents/screens/comments/comments-to-sign.tsx';
import { Button, LinkButton } from '#app/ui/button/button.tsx';
import { Dialog, DialogOpener } from '#app/ui/dialog/dialog.tsx';
import { Notice } from '#app/ui/notice/notice.tsx';
import { SigningStep } from '#app/ui/signature-panel/signature-panel.tsx';
import { Status } from '#app/ui/status/status.tsx';
import { showDate } from '#app/ui/text/date.ts';
import { ApproverList } from './approver-list.tsx';
import { progressWords } from './progress-words.ts';
import { RejectContent } from './reject-content.tsx';
import { failed } from '#app/kit/words/refusals.ts';
import { askToSign, loadSigning } from '#app/signatures/screens/sign-form.ts';
import { loadSince, signingSearch } from '#app/signatures/screens/load-since.ts';
import { LastStep, SigningPage } from '#app/signatures/screens/signing-page.tsx';
import { changeFacts } from '#app/documents/screens/change-facts.tsx';
import { showChange } from '#app/documents/screens/shown-change.ts';
import { leaveForIssuer } from '#app/sign-in/screens/single-sign-on/leave.ts';
import { SignatureForm } from '#app/signatures/screens/signature-form.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export { revalidateSigning as shouldRevalidate } from '#app/signatures/screens/revalidate-signing.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => [
  { title: `Approve: ${data?.toSign.name ?? 'document'} - Imprimatur` },
];

type Decision = 'approve' | 'reject';

const decision = z.enum(['approve', 'reject']).nullable().catch(null);

export const loader = screenLoader({
  access: 'signed-in',
  params: uidParams,
  search: signingSearch.extend({ decision }),
  async load(page) {
    const { uid } = page.params;
    const document = await page.ask(documentOfApproval, { approval: uid });
    if (document) return redirectTo(page, addresses.approve(document));
    const toSign = await askToSign(page, approvalToSign, { document: uid });
    if (toSign.approval.status === 'WAITING')
      return redirectTo(page, addresses.home(), toast('error', waitingWords(toSign)));
    if (toSign.approval.status !== 'OPEN') return redirectTo(page, addresses.approvalSigned(uid));
    const { comments, carried } = await page.ask(commentsOfVersion, { document: uid, version: toSign.version });
    return {
      toSign,
      comments,
      carried,
      obstacles: await page.ask(documentObstacles, { document: uid }),
      commentsBlock: page.viewer.settings.commentsBlock ?? false,
      change: await showChange(page, uid, toSign.change),
      decision: page.search.decision,
      ...(await loadSigning(page, toSign.file)),
      since: await loadSince(page, toSign.since),
    };
  },
});

export const action = screenAction({
  access: 'signed-in',
  params: uidParams,
  search: z.object({ decision }),
  async act(page) {
    const { document, name, approval } = await askToSign(page, approvalToSign, { document: page.params.uid });
    const signed = addresses.approvalSigned(document);
    const rejects = page.search.decision === 'reject';
    if (signOnOf(page.viewer.settings, page.viewer.uid)) return leaveToSign(page, document, approval.uid, rejects);
    const form = await readForm(page, rejects ? rejectionForm : signatureForm);
    if (!form.ok) return form.showAgain();
    const input = { ...form.values, approval: form.data.get('approval') ?? approval.uid };
    const result = await form.run(rejects ? rejectDocument : approveDocument, input);
    if (result.ok) return redirectTo(page, signed, rejects ? `You did not approve ${name}.` : `You approved ${name}.`);
    const act = rejects ? failed.reject : failed.approve;
    const answer = form.refused(result.failure, act);
    if (result.failure.code === 'fault') return answer;
    // The page of a person who has signed in another window redirects, and the toast has the refusal.
    const { approval: current } = await askToSign(page, approvalToSign, { document });
    if (current.status === 'OPEN') return answer;
    const reasons = Object.values(answer.data.lastResult.error ?? {}).flatMap((messages) => messages ?? []);
    return redirectTo(page, signed, toast('error', reasons.join(' ').slice(0, 500) || act.words));
  },
});

/** The form of a person who signs in at the issuer: it waits until they have come back from there. */
async function leaveToSign(page: Page, document: string, approval: string, rejects: boolean) {
  const form = await readForm(page, rejects ? issuerRejectionForm : issuerForm);
  if (!form.ok) return form.showAgain();
  const decision = rejects ? 'reject' : 'approve';
  const here = addresses.approve(document, decision);
  const sent = { approval: form.data.get('approval') ?? approval, decision, page: here };
  const asked = await form.run(askIssuerToApprove, { ...form.values, ...sent });
  if (!asked.ok) return form.refused(asked.failure, rejects ? failed.reject : failed.approve);
  await saveForReturn(page, form.data);
  return leaveForIssuer(page, asked.value);
}

/** Why the viewer cannot sign yet. */
function waitingWords({ steps, approval, name }: ApprovalToSign): string {
  const open = steps.find(({ state }) => state === 'open');
  return `Step ${approval.step} of ${name} is not open yet.${open ? ` Step ${open.number}, ${open.name}, is.` : ''}`;
}

const approveLabel = 'I have read and approve the document';
const rejectLabel = signatureMeanings.rejected.replace(/ for the following reason:$/, '');
const rejectDialog = 'reject';

/** The approver's signing page: download, decide, sign. */
export default function Approve() {
  const {
    toSign,
    comments,
    carried,
    commentsBlock,
    obstacles,
    change,
    loaded,
    unidentified,
    factor,
    decision,
    zone,
    printedName,
    statement,
    commandId,
    hasPasskey,
    issuer,
    since,
  } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { document, version, file, opened, approvers, steps } = toSign;
  const signs = steps.find(({ number }) => number === toSign.approval.step)?.meaning ?? 'approved';
  const toFix = [...carried, ...comments].filter(({ mustFix, resolvedAt }) => mustFix && !resolvedAt);
  const locked = opened === null;
  const chosen = locked ? null : decision;
  const meaning = chosen === 'reject' ? 'rejected' : signs;
  return (
    <SigningPage
      back={addresses.home()}
      of={toSign}
      status={
        <>
          <Status status="IN_REVIEW" label="Requires Approval" icon="signature" stamp />
          <span>Version {version}</span>
          <span>
            From <Submitted by={toSign.owner} at={toSign.submittedAt} zone={zone} />
          </span>
        </>
      }
      file={file}
      kind="final"
      purpose="approval"
      loaded={loaded}
      facts={[
        { name: 'From', value: <Submitted by={toSign.owner} at={toSign.submittedAt} zone={zone} /> },
        { name: 'Approvers', value: <ApproverList approvers={approvers} steps={steps} /> },
        ...changeFacts(change),
      ]}
      opened={opened}
      unidentified={unidentified}
      factor={factor}
      here={addresses.approve(document)}
      lede={progressWords(toSign)}
      below={<CommentsToSign document={document} version={version} comments={comments} carried={carried} />}
      rejects={chosen === 'reject'}
      since={since}
      lastResult={answer?.lastResult}
      dialog={
        <Dialog id={rejectDialog} title={rejectLabel} destructive>
          <RejectContent document={document} />
        </Dialog>
      }
    >
      <DecideStep document={document} locked={locked} chosen={chosen}>
        {[obstacles.function, obstacles.quality].map(
          (words) =>
            words && (
              <Notice key={words} kind="wait">
                {words}
              </Notice>
            ),
        )}
        <OpenToFix comments={toFix} blocks={commentsBlock} />
      </DecideStep>
      <LastStep number={3} printedName={printedName} meaning={signs}>
        {chosen && opened && !unidentified && factor !== 'missing' && (
          <SignatureForm
            key={chosen}
            meaning={meaning}
            action={addresses.approve(document, chosen)}
            commandId={commandId}
            approval={toSign.approval.uid}
            asksCode={factor === 'code'}
            printedName={printedName}
            sha256={opened.sha256}
            version={version}
            comparison={since?.sha256 ?? null}
            statement={statement}
            issuer={issuer}
            lastResult={answer?.lastResult}
            passkey={hasPasskey ? { approval: toSign.approval.uid, decision: chosen } : null}
          />
        )}
      </LastStep>
    </SigningPage>
  );
}

/** The owner and the date of the submission. `bdi` keeps a right-to-left name from moving the date. */
const Submitted = ({ by, at, zone }: { by: string; at: Instant; zone: string }) => (
  <>
    <bdi>{by}</bdi>, {showDate(at, zone)}
  </>
);

type DecideStepProps = { document: string; locked: boolean; chosen: Decision | null; children: ReactNode };

/**
 * Step 2. The decision is part of the address and can be changed before signing. `children`: what the approver must
 * know to decide.
 */
function DecideStep({ document, locked, chosen, children }: DecideStepProps) {
  const href = addresses.reject(document);
  if (locked) {
    return (
      <SigningStep number={2} title="Decide" state="locked">
        {children}
        <div className="decision">
          <Button disabled>{approveLabel}</Button>
          <Button disabled>{rejectLabel}</Button>
        </div>
      </SigningStep>
    );
  }
  if (chosen === 'approve') {
    return (
      <SigningStep number={2} title={approveLabel} state="done">
        {children}
        <p className="meta">
          <DialogOpener dialog={rejectDialog} href={href} kind="quiet-stop" size="small">
            Reject instead
          </DialogOpener>
        </p>
      </SigningStep>
    );
  }
  if (chosen === 'reject') {
    return (
      <SigningStep number={2} title={rejectLabel} state="done">
        <p className="meta">
          <Link to={addresses.approve(document, 'approve')} preventScrollReset>
            Approve instead
          </Link>
        </p>
      </SigningStep>
    );
  }
  return (
    <SigningStep number={2} title="Decide" state="current">
      {children}
      <div className="decision">
        <LinkButton to={`${addresses.approve(document, 'approve')}#signing-title`} kind="pen" icon="signature">
          {approveLabel}
        </LinkButton>
        <DialogOpener dialog={rejectDialog} href={href} kind="stop">
          {rejectLabel}
        </DialogOpener>
      </div>
    </SigningStep>
  );
}
