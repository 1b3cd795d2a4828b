import { Section } from '#app/ui/page/page.tsx';
import { Pager } from '#app/ui/register/pager.tsx';
import { workingCounts, workingRest } from '#app/comparison/words.ts';
import { passagesAtOnce } from './comparison-view.ts';
import type { WorkingView } from './load-working.ts';
import { PassageList } from './passage-list.tsx';
import { StillComparing } from './still-comparing.tsx';

type WorkingFilesProps = { working: WorkingView; from: string; to: string };

/** What differs between the working files, and what of them is not compared. */
export function WorkingFiles({ working, from, to }: WorkingFilesProps) {
  const { state, files } = working;
  return (
    <Section
      id="working"
      title="Working files"
      note={
        <>
          <p>
            {`${files.from} of version ${from}, and ${files.to} of version ${to}. Readers see the PDF: nobody ` +
              'signs these.'}
          </p>
          {state === 'made' && <p>{workingCounts(working)}</p>}
        </>
      }
    >
      {state === 'same' && <p>The working file is the same in both versions.</p>}
      {state === 'other' && (
        <p>Only the words of Word (docx, docm, dotx) and OpenDocument (odt, fodt) files can be compared.</p>
      )}
      {state === 'unreadable' && (
        <p>
          The working files cannot be compared: one of them is missing, damaged, larger than 30 MB, or takes too much
          memory.
        </p>
      )}
      {state === 'busy' && <p>The server is busy and did not finish this comparison. Try again in a moment.</p>}
      {state === 'running' && <StillComparing from={from} to={to} />}
      {state === 'made' && (
        <div className="stack tight">
          {working.total > 0 && <PassageList passages={working.passages} versions={null} />}
          <Pager
            of="passages"
            one="passage"
            page={working.page}
            size={passagesAtOnce}
            total={working.total}
            onlyPages
            name="working"
          />
          <p>
            <strong>{working.total > 0 ? 'No other word changed.' : 'No words changed.'}</strong> {workingRest}
          </p>
        </div>
      )}
    </Section>
  );
}
