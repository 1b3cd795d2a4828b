import { redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useForm } from '@conform-to/react';
import { useState } from 'react';
import { firstVersion } from '#events/document/version.ts';
import { roleMay } from '#events/permissions.ts';
import { createDocument } from '#app/documents/commands/create.ts';
import { needsReason } from '#app/kit/command/reason.ts';
import { atChangeFields, changeForm } from '#app/documents/forms/change.ts';
import { changeToForm } from '#app/documents/forms/change-lines.ts';
import { draftFormWith } from '#app/documents/forms/document.ts';
import { addresses } from '#app/kit/addresses.ts';
import {
  fieldsWithKeys,
  keepSteps,
  parseDocumentForm,
  receiveDocumentForm,
  savedFiles,
} from '#app/documents/screens/form/document-form.ts';
import { otherSavedForms, savedForm, saveForReturn } from '#app/kit/screen/saved-form.ts';
import { lookups } from '#app/kit/screen/lookups.ts';
import { type Page as ScreenPage, parseForm, redirectTo, screenAction, screenLoader } from '#app/kit/screen/screen.ts';
import { failed } from '#app/kit/words/refusals.ts';
import { z } from 'zod';
import { listApproverOptions, listAreas } from '#app/organisation/queries/choices.ts';
import { hasRoutes, routeOfDocument } from '#app/approval-routes/queries/preview.ts';
import { fullName } from '#app/kit/query/viewer.ts';
import { acceptAttribute } from '#app/adapters/storage/content/formats.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Autosave } from '#app/ui/form/autosave.tsx';
import { Form, SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { Course } from '#app/ui/page/course.tsx';
import { Page, PageHead, Section, SectionFoot, WithAside } from '#app/ui/page/page.tsx';
import { LoadProblems } from '#app/ui/notice/load-problems.tsx';
import { showDate } from '#app/ui/text/date.ts';
import { PendingDocumentForms } from '#app/documents/screens/create/pending-document-forms.tsx';
import { documentLabels, type DocumentFields } from '#app/documents/screens/form/document-fields.ts';
import { ExternalCheck, sentWords } from './external-check.tsx';
import { ChangeSection } from '#app/documents/screens/form/change-section.tsx';
import { ClassificationSection, FilesSection } from '#app/documents/screens/form/form-sections.tsx';
import { SignersSection } from '#app/documents/screens/form/signers-section.tsx';
import { TitleEditor } from '#app/documents/screens/title/title-editor.tsx';
import { useRoute } from '#app/documents/screens/form/use-route.ts';
import { useFileSending } from '#app/documents/screens/form/use-file-sending.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta = () => [{ title: 'Create a document - Imprimatur' }];

export const loader = screenLoader({
  access: 'document.create',
  search: z.object({ name: z.string().default('') }),
  async load(page) {
    const { viewer, ports, now, search } = page;
    const { load, problems } = lookups(page);
    return {
      commandId: ports.newId(),
      document: ports.newId(),
      name: search.name,
      held: await savedFiles(page),
      others: await otherSavedForms(page),
      areas: await load('functionalAreas', listAreas, {}, null),
      approvers: await load('users', listApproverOptions, {}, []),
      problems,
      creator: fullName(viewer),
      createsAreas: roleMay(viewer.role, 'functional_area.create'),
      routed: (await page.ask(hasRoutes, {})).any,
      route: await routeOf(page, (await savedForm(page))?.values ?? {}),
      mayDeclare: roleMay(viewer.role, 'document.declare_externally_effective'),
      accept: acceptAttribute('working'),
      today: showDate(now, viewer.settings.timeZone),
    };
  },
});

/** The route for the type and the area of a form; null where it has none. */
const routeOf = (page: ScreenPage, { type, functionalArea }: Record<string, unknown>) =>
  typeof type === 'string' && typeof functionalArea === 'string'
    ? page.ask(routeOfDocument, { type, functionalArea })
    : null;

export const action = screenAction({
  access: 'document.create',
  async act(page) {
    const sent = await receiveDocumentForm(page);
    const sentUid = sent.data.get('document');
    const document = typeof sentUid === 'string' && sentUid !== '' ? sentUid : undefined;
    if (sent.data.get('instead') === 'area') {
      const back = await saveForReturn(page, fieldsWithKeys(sent));
      return redirect(addresses.createFunctionalArea(back));
    }
    const route = await routeOf(page, Object.fromEntries(sent.data));
    // Without script the steps show when they are asked for.
    if (sent.data.get('instead') === 'route')
      return parseForm(page, sent.data, z.object({})).showAgain({ held: sent.held, route }, {}, 200);
    if (!sent.data.get('send')) keepSteps(sent, route);
    page.context.pendingDocument = document;
    const form = await parseDocumentForm(
      page,
      sent,
      draftFormWith(needsReason('offered', page.viewer)).and(changeForm(null)),
      {
        document: document ?? null,
        route,
      },
    );
    if (!form.ok) return form.showAgain();
    const { send, externallyEffective } = form.values;
    const result = await form.run(createDocument, { ...form.values, document });
    if (!result.ok)
      return form.refused(atChangeFields(result.failure, sent.data, 'changeReason'), failed.createDocument);
    if (!send) return redirectTo(page, addresses.revise(result.value.document), 'The draft is saved.');
    const words = externallyEffective
      ? 'The document is created. It requires final approval.'
      : 'The document is created and sent to its approvers.';
    return redirectTo(page, addresses.home(), words);
  },
});

/** The form of a new document: details, files and approvers. */
export default function CreateDocument() {
  const loaded = useLoaderData<typeof loader>();
  const {
    commandId,
    document,
    name,
    held,
    others,
    areas,
    approvers,
    creator,
    createsAreas,
    routed,
    mayDeclare,
    accept,
    today,
    problems,
  } = loaded;
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<DocumentFields>({
    id: 'document',
    lastResult: useLastResult(answer?.lastResult),
    defaultValue: { name, document, version: firstVersion, ...changeToForm(null) },
  });
  const [external, setExternal] = useState(Boolean(fields.externallyEffective.defaultChecked));
  const { sending, files, withFileProblems } = useFileSending();
  const { found, findRoute } = useRoute((answer ? answer.route : loaded.route) ?? null, form.id);
  const create = (
    <SubmitButton name="send" value="on" disabled={sending} pendingLabel="Creating…">
      Create
    </SubmitButton>
  );
  const newArea = (
    <SubmitButton kind="quiet" name="instead" value="area" formNoValidate disabled={sending}>
      Create functional area
    </SubmitButton>
  );
  const showSteps = (
    <SubmitButton kind="quiet" name="instead" value="route" formAction="#approval" formNoValidate>
      Show the steps of this type and area
    </SubmitButton>
  );
  const cancel = <LinkButton to={addresses.home()}>Cancel</LinkButton>;
  return (
    <Page>
      <LoadProblems problems={problems} />
      <PendingDocumentForms forms={others} />
      <Form
        form={withFileProblems(form)}
        labels={documentLabels}
        commandId={commandId}
        encType="multipart/form-data"
        layout="bare"
      >
        <PageHead
          title="A brand new document. Let's get started!"
          actions={
            <>
              {cancel}
              {create}
            </>
          }
        />
        <input type="hidden" name="document" value={fields.document.defaultValue ?? document} />
        <WithAside slim label="What happens next" aside={<Next external={external} routed={found.route !== null} />}>
          <Section
            id="title"
            title="Title"
            first
            narrow
            note={
              <p>
                Created By {creator}
                <br />
                {today}
              </p>
            }
          >
            <TitleEditor field={fields.name} action={addresses.createTitle()} />
            <ExternalCheck
              field={fields.externallyEffective}
              reason={fields.declarationReason}
              allowed={mayDeclare}
              onChange={setExternal}
            />
          </Section>
          <FilesSection
            working={fields.working}
            final={fields.final}
            held={answer?.held ?? held ?? { working: null, final: null }}
            accept={accept}
            sending={files}
          />
          <ClassificationSection
            type={fields.type}
            functionalArea={fields.functionalArea}
            docNum={fields.docNum}
            version={fields.version}
            areas={areas}
            newArea={createsAreas && areas?.length === 0 && newArea}
            onChosen={(type, area) => routed && findRoute({ type, area })}
          />
          <ChangeSection
            fields={fields}
            reason={fields.changeReason}
            follows={false}
            reviewed={null}
            required={false}
            hidden={external}
          />
          <SignersSection fields={fields} found={found} options={approvers} hidden={external}>
            {routed && (
              <noscript>
                {!found.route && (
                  <p className="meta">Documents of some types and areas are approved in steps, by their route.</p>
                )}
                {showSteps}
              </noscript>
            )}
          </SignersSection>
          <Autosave of="document" />
          <SectionFoot label="Create" sentence={sentWords('create', external)}>
            {cancel}
            <SubmitButton kind="outline" name="send" value="" disabled={sending} pendingLabel="Saving…">
              Save draft
            </SubmitButton>
            {create}
          </SectionFoot>
        </WithAside>
      </Form>
    </Page>
  );
}

function Next({ external, routed }: { external: boolean; routed: boolean }) {
  return (
    <Course
      title="What happens next"
      steps={[
        { status: 'CREATED', note: 'You are here', current: true },
        ...(external
          ? []
          : [
              {
                status: 'IN_REVIEW',
                note: routed ? 'The steps are signed in order' : 'Everyone you chose signs',
              } as const,
            ]),
        { status: 'APPROVED', note: 'An Admin sets the effective date' },
        { status: 'PENDING', note: 'People read and sign' },
        { status: 'EFFECTIVE', note: 'On the date provided' },
      ]}
    />
  );
}
