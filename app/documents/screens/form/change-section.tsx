import { useState } from 'react';
import { limits } from '#events/limits.ts';
import { laterKinds, trainingImpacts } from '#events/document/change-kinds.ts';
import { filledLines, lineNumbers } from '#app/documents/forms/change-lines.ts';
import { Button } from '#app/ui/button/button.tsx';
import type { Choice } from '#app/ui/choices/choice.ts';
import { Choices } from '#app/ui/choices/choices.tsx';
import { Check, type FieldState, fieldWith, TextArea, TextField, useReasonRequired } from '#app/ui/field/field.tsx';
import { useHydrated } from '#app/ui/shell/hydrated.ts';
import { Section } from '#app/ui/page/page.tsx';
import { changeKindWords, trainingImpactWords } from '#app/kit/words/version-change.ts';
import './change-section.css';

export type ChangeFields = {
  changeKind: string;
  changeReason: string;
  changeRequests: string[];
  changeReview: boolean;
  changeReference: string;
  trainingImpact: string;
  trainingReason: string;
};

const kindNotes = {
  major: 'the major number may change',
  minor: 'keeps the major number',
  editorial: 'changes no meaning, such as typing errors',
} as const;

interface ChangeSectionProps {
  fields: { [name in keyof ChangeFields]: FieldState } & Readonly<Record<string, FieldState>>;
  /** The field for the reason: of the draft, or of the command that revises. */
  reason: FieldState;
  /** Whether it follows another version; a first version is new. */
  follows: boolean;
  /** The accepted change requests of the document, which the version may carry out. */
  requests?: readonly Choice[];
  /** The version whose periodic review may have asked for it. */
  reviewed: string | null;
  /** The organisation asks for reason and summary of each revision. */
  required: boolean;
  hidden?: boolean;
  /** Called with the kind of change when it is chosen. */
  onKind?: (kind: string) => void;
}

/** What a version changes and why. Without script there are empty lines at the end of the summary. */
export function ChangeSection({
  fields,
  reason,
  follows,
  requests = [],
  reviewed,
  required,
  hidden = false,
  onKind,
}: ChangeSectionProps) {
  const needed = required && follows;
  const reasonNeeded = useReasonRequired() && reason.name === 'reason';
  return (
    <Section
      id="change"
      title="What changes and why"
      note={
        follows
          ? 'Approvers, readers and the audit trail see it with the version.'
          : 'For a first version: why it is written. You may leave this empty.'
      }
      narrow
      hidden={hidden}
    >
      {follows && (
        <div
          className="contents"
          onChange={(event) => event.target instanceof HTMLInputElement && onKind?.(event.target.value)}
        >
          <Choices
            field={fields.changeKind}
            legend={needed ? 'Kind of change' : 'Kind of change (optional)'}
            single
            choices={laterKinds.map((kind) => ({ value: kind, label: changeKindWords[kind], note: kindNotes[kind] }))}
          />
        </div>
      )}
      <TextArea
        field={fieldWith(reason, { required: needed || reasonNeeded })}
        label={needed || reasonNeeded ? 'Reason for change' : 'Reason for change (optional)'}
        hint="Up to 1000 characters. The audit trail shows it."
        maxLength={limits.reason}
      />
      <Summary fields={fields} needed={needed} />
      {(requests.length > 0 || fields.changeRequests.errors) && (
        <Choices
          field={fields.changeRequests}
          legend="Change requests that it carries out (optional)"
          hint="Accepted, and not carried out yet. Their authors get an email when the version comes into force."
          choices={requests}
          none="No accepted change request waits for a new version."
        />
      )}
      {reviewed && <Check field={fields.changeReview} label={`Asked for by the periodic review of ${reviewed}`} />}
      <TextField
        field={fields.changeReference}
        label="Asked for by (optional)"
        hint="A reference outside the system, for example CAPA-0012 or ISO 13485, 4.2.4 c"
        maxLength={limits.changeReference}
      />
      <Choices
        field={fields.trainingImpact}
        legend="Training on this version"
        hint="The final approval proposes it."
        single
        choices={trainingImpacts.map((impact) => ({ value: impact, label: trainingImpactWords[impact] }))}
      />
      <TextArea
        field={fields.trainingReason}
        label="Why this training is enough"
        hint="Needed where nobody is trained."
        maxLength={limits.reason}
      />
    </Section>
  );
}

/** Empty lines beyond those that are filled. */
const spare = 3;

function Summary({ fields, needed }: Pick<ChangeSectionProps, 'fields'> & { needed: boolean }) {
  const filled = filledLines((name) => fields[name]?.defaultValue ?? '');
  const last = Math.min(Math.max(0, ...filled) + spare, lineNumbers.length);
  const [shown, setShown] = useState(lineNumbers.slice(0, last));
  const [added, setAdded] = useState<number | null>(null);
  const scripted = useHydrated();
  const next = lineNumbers.find((number) => number > (shown.at(-1) ?? 0));
  return (
    <fieldset className="change-lines">
      <legend>{needed ? 'Summary' : 'Summary (optional)'}</legend>
      <p className="hint">One line for each change. Empty lines are left out.</p>
      {shown.map((number) => (
        <div className="change-line" key={number}>
          <TextField
            field={fields[`place${number}`]!}
            label={`Place ${number}`}
            maxLength={limits.changePlace}
            autoFocus={number === added}
          />
          <TextField field={fields[`what${number}`]!} label={`What changes ${number}`} maxLength={limits.changeWhat} />
          {scripted && shown.length > 1 && (
            <Button
              kind="quiet"
              icon="x"
              about={`line ${number}`}
              onClick={() => setShown(shown.filter((one) => one !== number))}
            >
              Remove
            </Button>
          )}
        </div>
      ))}
      {scripted && next !== undefined && (
        <div className="actions">
          <Button
            size="small"
            icon="plus"
            onClick={() => {
              setShown([...shown, next]);
              setAdded(next);
            }}
          >
            Add a line
          </Button>
        </div>
      )}
    </fieldset>
  );
}
