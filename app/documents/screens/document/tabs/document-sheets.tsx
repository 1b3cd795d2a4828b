import { Link } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import type { PreviewAnswer } from '#app/documents/screens/publish/assign-training.ts';
import { usePast } from '#app/ui/as-of/as-of.tsx';
import { Choices } from '#app/ui/choices/choices.tsx';
import { DateField } from '#app/ui/date-field/date-field.tsx';
import { fieldWith, ReasonField } from '#app/ui/field/field.tsx';
import { answeredForm } from '#app/ui/form/submitted.ts';
import { Form, SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { type Fact, Facts, Fingerprint } from '#app/ui/page/facts.tsx';
import { Sheet } from '#app/ui/page/sheet.tsx';
import { everyDays, lasting } from '#app/ui/text/count.ts';
import { showDate, showMoment } from '#app/ui/text/date.ts';
import type { DocumentPageData } from '../document-view.ts';
import type { StoredFile } from '#events/document/events.ts';
import { showSize } from '#app/ui/upload/stored-file.ts';
import { changeFacts } from '#app/documents/screens/change-facts.tsx';
import { renditionFact } from '#app/documents/screens/rendition-fact.tsx';
import { effectiveCalendar } from '#app/documents/screens/publish/effective-calendar.ts';
import { departmentLabels } from '#app/documents/screens/publish/department-labels.ts';
import { beforeSaving, PreviewWords } from '#app/documents/screens/publish/training-preview.tsx';
import { useTrainingPreview } from '#app/documents/screens/publish/use-training-preview.ts';
import { PreviewButton } from '#app/documents/screens/publish/preview-button.tsx';

type DepartmentsSheetProps = DocumentPageData & { answer: PreviewAnswer | undefined };

/** The departments, and the date of a scheduled version; an admin can change both. */
export function DepartmentsSheet({
  document,
  commandId,
  departments,
  date,
  admin,
  answer,
  now,
  zone,
}: DepartmentsSheetProps) {
  const pending = document.status === 'PENDING';
  const { form, fields } = answeredForm({
    id: 'departments',
    names: ['departments', 'effectiveDate', 'reason'],
    lastResult: useLastResult(answer?.lastResult),
    defaultValue: { departments: document.departments, effectiveDate: date },
  });
  const { preview, refused, busy, onChange } = useTrainingPreview(answer);
  return (
    <Sheet id="departments-heading" title="Departments">
      <Form form={form} commandId={commandId} expectedVersion={document.streamVersion} labels={departmentLabels}>
        <input type="hidden" name="previewToken" value={preview?.previewToken ?? ''} />
        <div className="stack" onChange={onChange}>
          {pending && (
            <DateField
              field={fieldWith(fields.effectiveDate, { required: true })}
              label="Effective date"
              {...effectiveCalendar({ now, zone, mayBePast: false })}
              disabled={!admin}
            />
          )}
          <Choices
            field={fields.departments}
            legend={departmentLabels.departments}
            hint="Select the departments that need to review."
            choices={departments.map(({ uid, name }) => ({ value: uid, label: name, disabled: !admin }))}
          />
          {admin && <ReasonField field={fields.reason} />}
        </div>
        {admin && (
          <>
            <PreviewWords {...{ preview, refused, busy, zone }} saves before={beforeSaving} />
            <PreviewButton page={addresses.document(document.uid)} />
          </>
        )}
        {!admin && <p className="meta">Only an Admin can change the departments.</p>}
        <SubmitButton size="wide" disabled={!admin} pendingLabel="Saving…">
          Save
        </SubmitButton>
      </Form>
    </Sheet>
  );
}

/** The departments of a moment of the past, to read. */
export function DepartmentsThen({ document, departments }: DocumentPageData) {
  const assigned = departments.filter(({ uid }) => document.departments.some((one) => one === uid));
  return (
    <Sheet id="departments-heading" title="Departments">
      {assigned.length === 0 ? (
        <p className="meta">No department.</p>
      ) : (
        <ul>
          {assigned.map(({ uid, name }) => (
            <li key={uid}>{name}</li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}

/** An import assigns no training: who lacks it on the version in force is assigned it here. */
export const LackingSheet = ({ document, lacking }: { document: string; lacking: number }) => (
  <Sheet id="lacking" title="Training">
    <p>{lasting(lacking, 'member')} of its departments without training on this version.</p>
    <Link to={addresses.assignLacking(document)}>Assign those who lack it</Link>
  </Sheet>
);

/** The facts of the shown version. */
export function RecordSheet({ document, reviewDueAt, zone, shown }: DocumentPageData) {
  const { creator, owner } = document;
  const { claimed } = shown;
  const facts: Fact[] = claimed ? [] : [{ name: 'Created By', value: creator.name }];
  if (claimed || owner.uid !== creator.uid) facts.push({ name: 'Owner', value: owner.name });
  if (shown.approvedAt) facts.push({ name: 'Approved', value: showDate(shown.approvedAt, zone) });
  if (document.formerNumber) facts.push({ name: 'Former number', value: document.formerNumber });
  if (claimed) {
    facts.push({ name: 'Approval', value: claimed.words }, { name: 'Imported', value: showMoment(shown.submittedAt) });
    const file = claimed.evidence;
    const to = addresses.versionEvidence(document.uid, shown.version);
    if (file) facts.push({ name: 'Evidence', value: <FileFact file={file} to={to} about="evidence" /> });
  } else if (shown.externallyEffective) facts.push({ name: 'Approval', value: 'Effective external to the system' });
  facts.push({
    name: 'Training',
    value: shown.trainingWaived ? 'Not required' : everyDays(document.trainingInterval),
  });
  if (document.reviewedAt) facts.push({ name: 'Last reviewed', value: showDate(document.reviewedAt, zone) });
  if (reviewDueAt) facts.push({ name: 'Review due', value: showDate(reviewDueAt, zone) });
  return (
    <Sheet id="record" title="Record">
      <Facts facts={facts} />
    </Sheet>
  );
}

type FileFactProps = { file: Pick<StoredFile, 'name' | 'size' | 'sha256'>; to: string | null; about: string };

/** What the shown version changes and why, where somebody said so. */
export function ChangeSheet({ change }: DocumentPageData) {
  if (change.length === 0) return null;
  return (
    <Sheet id="change" title="What changes and why">
      <Facts facts={changeFacts(change)} />
    </Sheet>
  );
}

/** A stored file with its own fingerprint. */
const FileFact = ({ file: { name, size, sha256 }, to, about }: FileFactProps) => (
  <>
    <div>
      {to ? (
        <a href={to} aria-label={`${name}, ${about}`}>
          {name}
        </a>
      ) : (
        name
      )}
      , {showSize(size)}
    </div>
    <Fingerprint sha256={sha256} />
  </>
);

/** The documents that the source of an import related to this one, in both directions. */
export function RelatedSheet({ related }: DocumentPageData) {
  if (related.length === 0) return null;
  const factOf = (name: string, ofOthers: boolean): Fact[] => {
    const lines = related.filter(({ isOther }) => isOther === ofOthers);
    const items = lines.map(({ to, title, status, relation }) => (
      <li key={`${to} ${relation}`}>
        {!ofOthers && relation} <Link to={to}>{title}</Link> ({status}){ofOthers && `: ${relation} this document`}
      </li>
    ));
    return items.length > 0 ? [{ name, value: <ul>{items}</ul>, whole: true }] : [];
  };
  return (
    <Sheet id="related" title="Related documents">
      <div className="stack">
        <Facts facts={[...factOf('This document', false), ...factOf('Other documents', true)]} />
        <p className="meta">As claimed by the source, {related[0]!.source}.</p>
      </div>
    </Sheet>
  );
}

/** The files of the shown version, each beside its fingerprint; authors and admins get the stored bytes. */
export function FilesSheet({ document: { uid }, insider, shown, comparesTo }: DocumentPageData) {
  // A download is recorded, so none is made from the past.
  const opens = usePast() === undefined;
  const { version, working, final, signed } = shown;
  const stored = (kind: 'final' | 'signed') => (insider && opens ? addresses.originalFile(uid, version, kind) : null);
  const facts: Fact[] = [];
  if (signed)
    facts.push({ name: 'Signed PDF', value: <FileFact file={signed} to={stored('signed')} about="as it is stored" /> });
  facts.push({
    name: signed ? 'Original PDF' : 'Final PDF',
    value: <FileFact file={final} to={stored('final')} about="as it was uploaded" />,
  });
  facts.push(...renditionFact(final));
  if (insider) {
    const to = opens ? addresses.file(uid, version, 'working', 'manage') : null;
    facts.push({ name: 'Working file', value: <FileFact file={working} to={to} about="as it was uploaded" /> });
  }
  return (
    <Sheet id="files" title="Files">
      <div className="stack">
        <Facts facts={facts} />
        {opens && (
          <p className="meta">
            {insider ? 'These are the stored bytes. ' : ''}Download PDF gives a copy with a stamp and with a fingerprint
            of its own, which the audit trail shows.
          </p>
        )}
        {comparesTo && opens && (
          <p>
            <a href={addresses.compareVersions(uid, comparesTo, version)}>What changed since version {comparesTo}</a>
          </p>
        )}
      </div>
    </Sheet>
  );
}
