import { useForm } from '@conform-to/react';
import { useState } from 'react';
import { typeLabel } from '#events/document/type.ts';
import { addresses } from '#app/kit/addresses.ts';
import type { DocumentFormAnswer, HeldFile } from '#app/documents/screens/form/document-form.ts';
import type { StepLine } from '#app/approval-routes/queries/steps.ts';
import type { ChosenApprover } from '#app/documents/queries/draft-plan.ts';
import type { DocumentRecord } from '#app/documents/queries/get-document.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import type { Choice } from '#app/ui/choices/choice.ts';
import { ReadOnlyField, type WithReason } from '#app/ui/field/field.tsx';
import { Autosave } from '#app/ui/form/autosave.tsx';
import { Form, SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { Pair, Section, SectionFoot } from '#app/ui/page/page.tsx';
import { showDate } from '#app/ui/text/date.ts';
import { ApproverLines } from '#app/documents/screens/approvers/approver-lines.tsx';
import { documentLabels, type DocumentFields } from '#app/documents/screens/form/document-fields.ts';
import { ExternalCheck, sentWords } from '#app/documents/screens/create/external-check.tsx';
import { type ApproverChoice, FilesSection, VersionField } from '#app/documents/screens/form/form-sections.tsx';
import type { RoutePreview } from '#app/approval-routes/queries/preview.ts';
import { changeToForm } from '#app/documents/forms/change-lines.ts';
import { ChangeSection } from '#app/documents/screens/form/change-section.tsx';
import { SignersSection } from '#app/documents/screens/form/signers-section.tsx';
import { reviewedVersion } from '#app/documents/screens/form/reviewed-version.ts';
import { TitleEditor } from '#app/documents/screens/title/title-editor.tsx';
import { useRoute } from '#app/documents/screens/form/use-route.ts';
import { useFileSending } from '#app/documents/screens/form/use-file-sending.ts';

type RevisionFormProps = {
  document: DocumentRecord;
  draft: boolean;
  commandId: string;
  /** The version and status on which the form was opened. */
  basis: string;
  title: string;
  version: string;
  held: { working: HeldFile | null; final: HeldFile | null };
  approvers: ApproverChoice[];
  /** The steps of the version in review; none without a route. */
  steps: StepLine[];
  /** The route of the version that is sent; null where there is none. */
  route: RoutePreview | null;
  /** The kind of change decides between routes. */
  byKind: boolean;
  /** Those who were asked before and still can be. */
  chosen: ChosenApprover[];
  mayDeclare: boolean;
  admin: boolean;
  accept: string;
  zone: string;
  /** The organisation asks for reason and summary of each revision. */
  revisionReasons: boolean;
  /** The accepted change requests of the document, which the version may carry out. */
  requests: Choice[];
  answer: DocumentFormAnswer | undefined;
};

/** A sentence about the effect of a revision on the version before it; empty where there is none. */
function endsWords({ status, version }: DocumentRecord): string {
  if (status === 'PENDING') return ` Version ${version} is then withdrawn, and its open training is cancelled.`;
  if (status === 'APPROVED') return ` Version ${version} is then withdrawn.`;
  return status === 'IN_REVIEW' ? ` Open approvals of version ${version} are then cancelled.` : '';
}

/** A sentence about the version that the form asks for. */
function versionWords({ status, version, versionBefore }: DocumentRecord): string {
  if (versionBefore !== null) return `Version ${versionBefore} was retired. The new one must be newer.`;
  return (
    `The current version is ${version}. ` +
    `${status === 'CREATED' ? 'A draft may keep it.' : 'The new one must be newer.'}`
  );
}

const follows = ({ status, versionBefore }: DocumentRecord): boolean => status !== 'CREATED' || versionBefore !== null;

/** The document form of a draft or of a revision. */
export function RevisionForm(props: RevisionFormProps) {
  const { document, draft, commandId, basis, title, version, approvers, answer, zone, byKind } = props;
  const { working, final } = answer?.held ?? props.held;
  // A draft that was submitted meanwhile has the final PDF of the version before the revision.
  const held = { working, final: !draft && final?.key === document.files.final?.objectKey ? null : final };
  const [form, fields] = useForm<WithReason<DocumentFields>>({
    id: 'document',
    lastResult: useLastResult(answer?.lastResult, { basis }),
    defaultValue: {
      name: title,
      version,
      approvers: [...new Set(props.chosen.map(({ user }) => user))],
      ...changeToForm(draft ? document.change : null),
      ...(draft
        ? {
            externallyEffective: document.externallyEffective ? 'on' : undefined,
            declarationReason: document.declarationReason,
          }
        : {}),
    },
  });
  // A reinstated draft is already known by its type, area and ID.
  const again = document.versionBefore;
  const [external, setExternal] = useState(draft && Boolean(fields.externallyEffective.defaultChecked));
  const { sending, files, withFileProblems } = useFileSending();
  const given = (answer?.route === undefined ? props.route : answer.route) ?? null;
  const { found, findRoute } = useRoute(given, form.id);
  const nameOf = (step: number | null) => props.steps.find(({ number }) => number === step)?.name;
  const showSteps = byKind && follows(document) && (
    <noscript>
      <SubmitButton kind="quiet" name="instead" value="route" formAction="#approval" formNoValidate>
        Show the steps of this kind of change
      </SubmitButton>
    </noscript>
  );
  return (
    <Form
      form={withFileProblems(form)}
      labels={documentLabels}
      commandId={commandId}
      expectedVersion={document.streamVersion}
      basis={basis}
      encType="multipart/form-data"
      layout="bare"
    >
      <input type="hidden" name="act" value={draft ? 'draft' : 'revision'} />
      <Section
        id="title"
        title="Title"
        narrow
        note={
          <p>
            Created By {document.creator.name}
            <br />
            {showDate(document.createdAt, zone)}
          </p>
        }
      >
        <TitleEditor field={fields.name} action={addresses.editTitle(document.uid)} document={document.uid} />
        {draft && !again && (
          <ExternalCheck
            field={fields.externallyEffective}
            reason={fields.declarationReason}
            allowed={props.mayDeclare}
            onChange={setExternal}
          />
        )}
      </Section>
      <FilesSection working={fields.working} final={fields.final} held={held} accept={props.accept} sending={files}>
        {(again || !draft) && (
          <p className="meta">
            A revision needs a final PDF of its own. The working file of version {again ?? document.version} stays
            unless you replace it.
          </p>
        )}
      </FilesSection>
      <Section id="classification" title="Classification" note={versionWords(document)} narrow>
        <Pair>
          <ReadOnlyField label="Type" value={typeLabel(document.type)} />
          <ReadOnlyField label="Functional area" value={document.functionalArea} />
          <ReadOnlyField label="Doc ID" value={document.docNum} />
          <VersionField field={fields.version} />
        </Pair>
      </Section>
      <ChangeSection
        fields={fields}
        reason={draft ? fields.changeReason : fields.reason}
        follows={follows(document)}
        requests={props.requests}
        reviewed={reviewedVersion(document)}
        required={props.revisionReasons}
        hidden={external}
        onKind={(kind) => byKind && findRoute({ document: document.uid, kind })}
      />
      {!draft && document.status === 'IN_REVIEW' && (
        <ApproverLines document={document} steps={props.steps} replaces={props.admin} zone={zone} />
      )}
      <SignersSection
        fields={fields}
        found={found}
        options={approvers}
        proposed={props.chosen.map((one) => ({ ...one, name: nameOf(one.step) }))}
        hidden={external}
      >
        {showSteps}
      </SignersSection>
      <Autosave of="document" />
      <SectionFoot
        label="Revise"
        sentence={draft ? sentWords('revise', external) : `${sentWords('revise', false)}${endsWords(document)}`}
      >
        <LinkButton to={addresses.home()}>Cancel</LinkButton>
        {draft && (
          <>
            {/* Enter presses the first button of a form. */}
            <button type="submit" name="send" value="on" hidden aria-label="Revise" disabled={sending} />
            <SubmitButton kind="outline" name="send" value="" disabled={sending} pendingLabel="Saving…">
              Save draft
            </SubmitButton>
          </>
        )}
        <SubmitButton
          kind={draft ? 'solid' : 'warn'}
          icon={draft ? undefined : 'file-pen-line'}
          name="send"
          value="on"
          disabled={sending}
          pendingLabel="Sending…"
        >
          Revise
        </SubmitButton>
      </SectionFoot>
    </Form>
  );
}
