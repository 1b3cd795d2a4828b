import type { ReactNode } from 'react';
import { Link, useActionData } from '@remix-run/react';
import { typeLabel } from '#events/document/type.ts';
import { addresses } from '#app/kit/addresses.ts';
import type { Obstacle } from '#app/library-import/queries/obstacles.ts';
import type { loadImport } from '#app/library-import/screens/load-import.ts';
import type { FormAnswer } from '#app/kit/screen/screen.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Form, SubmitButton } from '#app/ui/form/form.tsx';
import { Notice } from '#app/ui/notice/notice.tsx';
import { Actions, Section, Stack } from '#app/ui/page/page.tsx';
import { counted, inDigits, lasting, listed } from '#app/ui/text/count.ts';

type ImportView = Awaited<ReturnType<typeof loadImport>> & { commandId: string };

/** What happens now, and what this person can do about it. */
export function NextStep(shown: ImportView) {
  const answer = useActionData<FormAnswer>();
  const { found } = shown;
  const { departments, areas } = shown.missing;
  const creatable = [
    ...(areas.length > 0 ? [counted(areas.length, 'functional area')] : []),
    ...(departments.length > 0 ? [counted(departments.length, 'department')] : []),
  ];
  const ended = found.status === 'COMPLETED' || found.status === 'ABANDONED';
  const abandon = (
    <LinkButton to={addresses.importPage(found.uid, 'abandon')} kind="quiet-stop" icon="x">
      Abandon import
    </LinkButton>
  );
  return (
    <Section id="next" title="Next" first>
      <Stack>
        <Step {...shown} />
        {found.status === 'PREVIEWED' && (
          <Form
            id="preview-again"
            commandId={shown.commandId}
            layout="bare"
            problems={(answer?.lastResult.error?.[''] ?? []).map((message) => ({ message }))}
          >
            <Actions>
              {found.problems === 0 ? (
                <LinkButton to={addresses.importPage(found.uid, 'check')} kind="pen" icon="signature">
                  Compare the sample
                </LinkButton>
              ) : (
                <LinkButton to={addresses.importPage(found.uid, 'problems.csv')} download kind="solid" icon="download">
                  Download problems, CSV
                </LinkButton>
              )}
              {creatable.length > 0 && (
                <SubmitButton kind="outline" icon="plus" name="act" value="create" pendingLabel="Creating…">
                  {`Create ${listed(creatable)}`}
                </SubmitButton>
              )}
              {shown.longTitles.length > 0 && (
                <SubmitButton kind="outline" icon="check" name="act" value="cut" pendingLabel="Cutting…">
                  {`Cut ${counted(shown.longTitles.length, 'title')} as shown`}
                </SubmitButton>
              )}
              <SubmitButton kind="outline" icon="rotate-ccw" name="act" value="preview" pendingLabel="Beginning…">
                Preview again
              </SubmitButton>
              <LinkButton to={addresses.importPage(found.uid, 'columns')} icon="pencil">
                Choose columns
              </LinkButton>
              {Boolean(found.problems) && (
                <LinkButton to={addresses.importPage(found.uid, 'files')} icon="file-up">
                  Send mended files
                </LinkButton>
              )}
              {shown.acceptable > 0 && (
                <LinkButton to={addresses.importPage(found.uid, 'exceptions')} icon="check">
                  Accept exceptions
                </LinkButton>
              )}
              {abandon}
            </Actions>
          </Form>
        )}
        {!ended && found.status !== 'PREVIEWED' && <Actions>{abandon}</Actions>}
      </Stack>
    </Section>
  );
}

function Step({ found, unequal, mayApprove, preview }: ImportView): ReactNode {
  switch (found.status) {
    case 'BEGUN':
      return (
        <>
          <p id="progress">Reading and checking {counted(found.files.length, 'file')} of the source.</p>
          <progress aria-labelledby="progress" />
          <p className="meta">This page updates every two seconds. You can leave it and come back.</p>
        </>
      );
    case 'PREVIEWED':
      return found.problems ? (
        <Notice kind="stop">
          <p>
            {lasting(found.problems, 'problem')}. Nothing can be imported before{' '}
            {found.problems === 1 ? 'it is' : 'all are'} mended: here, for example by creating a department, and preview
            again; or in the source, and send the files that changed.
          </p>
        </Notice>
      ) : (
        <p>
          No problem was found. Compare {counted(preview?.sample ?? 0, 'row')} with the source and sign. Then another
          admin approves.
        </p>
      );
    case 'CHECKED':
      return mayApprove ? (
        <>
          <p>The sample is equal to its source. With your signature the import begins.</p>
          <Actions>
            <LinkButton to={addresses.importPage(found.uid, 'approve')} kind="pen" icon="signature">
              Approve the import
            </LinkButton>
          </Actions>
        </>
      ) : (
        <Notice kind="wait">
          Another admin must approve this import: somebody who neither began it nor compared its sample.
        </Notice>
      );
    case 'UNEQUAL':
      return (
        <Notice kind="stop">
          <p>
            {lasting(unequal.length, 'row')} of the sample {unequal.length === 1 ? 'differs' : 'differ'} from the
            source: {listed(unequal.map(rowInWords))}. Abandon this import, mend the source and begin again.
          </p>
        </Notice>
      );
    case 'APPROVED': {
      const total = found.counts?.documents ?? 0;
      return (
        <>
          {found.obstacles.length > 0 && <Obstacles found={found.obstacles} />}
          <p id="progress">
            {inDigits(found.recorded)} of {lasting(total, 'document')} are recorded.
            {found.obstacles.length === 0 && ' They are shown once all are.'}
          </p>
          <progress aria-labelledby="progress" value={Math.min(found.recorded, total)} max={Math.max(total, 1)} />
          <p className="meta">This page updates every two seconds. You can leave it and come back.</p>
        </>
      );
    }
    case 'COMPLETED':
      return (
        <>
          <Notice kind="good">{`${lasting(found.counts?.documents ?? 0, 'document')} imported.`}</Notice>
          <Actions>
            <LinkButton to={addresses.importPage(found.uid, 'report.pdf')} download kind="solid" icon="download">
              Migration report, PDF
            </LinkButton>
            <LinkButton to={addresses.importPage(found.uid, 'report.csv')} download icon="download">
              Migration report, CSV
            </LinkButton>
            <LinkButton to={addresses.home('effective')}>See the documents</LinkButton>
          </Actions>
        </>
      );
    case 'ABANDONED':
      return (
        <Notice>
          <p>Abandoned: {found.abandoned_reason}</p>
          <p>None of its documents is shown.</p>
        </Notice>
      );
  }
}

/** What stops a running import: documents whose title or number another document took after the approval. */
const Obstacles = ({ found }: { found: readonly Obstacle[] }) => (
  <Notice kind="stop">
    <p>
      The import waits. After its approval, other documents took{' '}
      {found.length === 1 ? 'a title or number' : 'titles or numbers'} that it needs:
    </p>
    <ul>
      {found.map(({ name, type, docNum, taken, by }) => (
        <li key={`${taken} ${type} ${docNum}`}>
          {taken === 'title' ? `The title “${name}”` : `The number ${typeLabel(type)} ${docNum} of “${name}”`} is taken
          by{' '}
          <Link to={addresses.document(by.uid)}>
            {typeLabel(by.type)} {by.docNum}, {by.name}
          </Link>
          .
        </li>
      ))}
    </ul>
    <p>
      {found.some(({ taken }) => taken === 'title')
        ? 'Change the title of those documents, or discard those that are drafts.'
        : 'Discard those documents where they are drafts: a number cannot be changed.'}{' '}
      The import then goes on by itself within a minute. Or abandon this import and begin again.
    </p>
  </Notice>
);

/** `versions 12` as in `versions, row 12`. */
export const rowInWords = (row: string): string => row.replace(' ', ', row ');
