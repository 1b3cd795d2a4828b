import type { TrainingPreview, PreviewedPerson } from '#app/documents/commands/preview-training.ts';
import { Notice } from '#app/ui/notice/notice.tsx';
import { Section } from '#app/ui/page/page.tsx';
import { counted, inWords, inWordsFirst } from '#app/ui/text/count.ts';
import { showDate } from '#app/ui/text/date.ts';

type PreviewSectionProps = {
  preview: TrainingPreview | null;
  /** Why there is no preview, where the server refused it. */
  refused: string | null;
  /** Whether the form saves changes; else it gives the final approval. */
  saves: boolean;
  /** Whether a preview is being loaded. */
  busy: boolean;
  zone: string;
};

const people = (count: number): string => (count === 1 ? 'One person' : `${inWordsFirst(count)} people`);

function newWords({ assigned, isNew }: TrainingPreview): string {
  if (isNew === assigned)
    return assigned === 1 ? 'The document is new to them.' : 'The document is new to all of them.';
  if (isNew === 0)
    return assigned === 1
      ? 'They have trained on an earlier version.'
      : 'Each of them has trained on an earlier version.';
  return `It is new to ${inWords(isNew)} of them.`;
}

/** Until when there is time to train, and who is overdue on the effective date. */
function dueWords({ overdue, assigned, effectiveAt, departments }: TrainingPreview, zone: string): string {
  const dues = departments.flatMap((one) => one.people.map(({ dueAt }) => dueAt)).sort();
  if (effectiveAt === null) return `There is time until ${showDate(dues.at(-1) ?? '', zone)}.`;
  const on = showDate(effectiveAt, zone);
  if (overdue === 0) {
    return `Nobody is overdue on ${on}: there is time until ${showDate(dues.at(-1) ?? '', zone)}.`;
  }
  if (assigned === 1) return `They are overdue on ${on} unless they have signed by then.`;
  if (overdue === assigned)
    return `People who have not signed by then are overdue on ${on}: up to ${counted(overdue, 'person', 'people')}.`;
  const some = `${inWordsFirst(overdue)} of them ${overdue === 1 ? 'is' : 'are'}`;
  return `${some} overdue on ${on} unless they have signed by then.`;
}

const changeWords = ({ cancelled, moved }: TrainingPreview): string[] =>
  [
    cancelled > 0 &&
      `${inWordsFirst(cancelled)} open training ${cancelled === 1 ? 'record is' : 'records are'} cancelled.`,
    moved > 0 &&
      `${inWordsFirst(moved)} open training ${moved === 1 ? 'record is' : 'records are'} due at another time.`,
  ].filter((words) => words !== false);

function personWords({ isNew, invited, overdue, dueAt }: PreviewedPerson, zone: string): string {
  const facts = [
    isNew && 'New to the document',
    invited && 'Invited',
    `${overdue ? 'Due' : 'Due later,'} ${showDate(dueAt, zone)}`,
  ];
  return facts.filter(Boolean).join(', ');
}

function Department({ name, people: members, zone }: TrainingPreview['departments'][number] & { zone: string }) {
  if (members.length === 0) return <p>{name}: nobody is assigned.</p>;
  return (
    <details>
      <summary>
        {name}, {counted(members.length, 'person', 'people')}
      </summary>
      <ul className="ruled">
        {members.map((person) => (
          <li className="row" key={person.uid}>
            <span>{person.name}</span>
            <span className="meta">{personWords(person, zone)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Preview({ preview, saves, zone }: { preview: TrainingPreview; saves: boolean; zone: string }) {
  const changes = changeWords(preview);
  const { waived, carried, stayOpen, assigned } = preview;
  if (waived && carried + assigned === 0)
    return <p>Nobody is assigned training: it is not required for this document.</p>;
  return (
    <>
      {carried > 0 && (
        <p>
          <strong>{people(carried)}</strong> {carried === 1 ? 'is' : 'are'} trained: training on an earlier version is
          carried over.
        </p>
      )}
      {stayOpen > 0 && (
        <p>
          <strong>{people(stayOpen)}</strong> with open training {stayOpen === 1 ? 'stays' : 'stay'} assigned, on this
          version, due when it was.
        </p>
      )}
      {preview.assigned > 0 ? (
        <>
          <p>
            <strong>{people(preview.assigned)}</strong> {preview.assigned === 1 ? 'is' : 'are'} assigned training.{' '}
            {newWords(preview)} {dueWords(preview, zone)}
          </p>
          {preview.departments.map((department) => (
            <Department key={department.uid} {...department} zone={zone} />
          ))}
        </>
      ) : carried > 0 ? null : (
        <p>
          {saves
            ? 'Nobody else is assigned training.'
            : 'Nobody is assigned training: nobody belongs to the chosen departments.'}
        </p>
      )}
      {changes.length > 0 && <p>{changes.join(' ')}</p>}
    </>
  );
}

/** Shown before the first preview. */
export const beforeSaving = 'Preview who will be assigned.';

type PreviewWordsProps = PreviewSectionProps & {
  /** Shown before the first preview. */
  before: string;
};

/** The preview as text that screen readers announce. */
export function PreviewWords({ preview, refused, saves, busy, zone, before }: PreviewWordsProps) {
  return (
    <div className="stack" id="preview" role="status" aria-busy={busy}>
      {preview ? (
        <Preview preview={preview} saves={saves} zone={zone} />
      ) : refused && !busy ? (
        <Notice kind="stop">{refused}</Notice>
      ) : (
        <p className="meta">{busy ? 'Checking who will be assigned…' : before}</p>
      )}
    </div>
  );
}

/**
 * The section with the preview; `asks`: the training that the author asks for. The command is refused where its effect
 * would differ.
 */
export function PreviewSection({ asks, ...props }: PreviewSectionProps & { asks: string | undefined }) {
  const { saves } = props;
  return (
    <Section
      id="training-preview"
      title="Who will be assigned"
      note={
        "Based on today's departments. If they change before you " +
        (saves ? 'save, you are asked again.' : 'approve, you are asked again.')
      }
      narrow
    >
      {asks && <p>{asks}</p>}
      <PreviewWords {...props} before={saves ? beforeSaving : 'Choose the date and the departments first.'} />
    </Section>
  );
}
