import type { ReactNode } from 'react';
import { Notice } from '#app/ui/notice/notice.tsx';
import { Fingerprint } from '#app/ui/page/facts.tsx';
import { Section, WideSection } from '#app/ui/page/section.tsx';
import { Pager } from '#app/ui/register/pager.tsx';
import { inDigits, listed } from '#app/ui/text/count.ts';
import { passagesAtOnce, type ShownComparison } from './comparison-view.ts';
import { PassageList } from './passage-list.tsx';
import { type ComparedVersions, PictureList } from './picture-list.tsx';

type ComparedProps = ComparedVersions & {
  compared: ShownComparison;
  /** The parameter of the address that names the page of the list. */
  pages?: string;
  /** In a column beside others: headings and notes stand above the lists. */
  narrow?: boolean;
};

/** What differs between two versions, and the sentence that nothing else does. */
export function Compared({ compared, pages = 'page', narrow = false, ...versions }: ComparedProps) {
  const { passages, pictures, total, page, compares, sha256, method } = compared;
  const areWords = compares === 'words';
  return (
    <>
      {!areWords && (
        <Notice kind="wait">
          One of these versions is a scan: its pages hold no text. Only the pictures of the pages were compared.
        </Notice>
      )}
      {areWords && (
        <Part id="passages" title="Text" note={<WordCounts of={compared} />} narrow={narrow}>
          {total === 0 ? <p>No words changed.</p> : <PassageList passages={passages} versions={versions} />}
          <Pager of="passages" one="passage" page={page} size={passagesAtOnce} total={total} onlyPages name={pages} />
        </Part>
      )}
      {(pictures.length > 0 || !areWords) && (
        <Part
          id="pictures"
          title={areWords ? 'Pictures and layout' : 'Pages'}
          note={<p>The frames show where the pages look different.</p>}
          narrow={narrow}
        >
          {pictures.length === 0 ? <p>All pages look the same.</p> : <PictureList pictures={pictures} {...versions} />}
        </Part>
      )}
      <Part id="rest" title="Everything else" narrow={narrow}>
        <div className="stack tight">
          <p>
            <strong>{verdict(compared)}</strong> {restWords(compared)}
          </p>
          <p className="meta">
            Fingerprint of this comparison, method {method}: <Fingerprint sha256={sha256} />
          </p>
        </div>
      </Part>
    </>
  );
}

type PartProps = { id: string; title: string; note?: ReactNode; narrow: boolean; children: ReactNode };

const Part = ({ narrow, note, children, ...part }: PartProps) =>
  narrow ? (
    <WideSection {...part}>
      <div className="stack tight">
        {note && <div className="meta">{note}</div>}
        <div>{children}</div>
      </div>
    </WideSection>
  ) : (
    <Section {...part} note={note}>
      {children}
    </Section>
  );

/** The counts, and how the list marks words. */
function WordCounts({ of: { counts, total } }: { of: ShownComparison }) {
  const { wordsAdded, wordsRemoved, wordsMoved, pagesChanged } = counts;
  return (
    <>
      {total > 0 && <p>Removed words are struck through, added words are underlined.</p>}
      <p>
        {`${inDigits(total)} ${total === 1 ? 'passage' : 'passages'}. ${inDigits(wordsRemoved)} words removed, ` +
          `${inDigits(wordsAdded)} added${wordsMoved > 0 ? `, ${inDigits(wordsMoved)} moved` : ''}. ` +
          `${inDigits(pagesChanged)} ${pagesChanged === 1 ? 'page' : 'pages'} changed.`}
      </p>
    </>
  );
}

/** Pages of either version without words. */
const silentPages = ({ from, to }: ShownComparison): number[] =>
  [...new Set([...from.silentPages, ...to.silentPages])].sort((one, other) => one - other);

/** That nothing else changed, where everything could be compared; else what was found. */
export function verdict(compared: ShownComparison): string {
  const { compares, reflowedPages, total, pictures } = compared;
  const found = total + pictures.length > 0;
  if (compares === 'words' && reflowedPages.length + silentPages(compared).length === 0)
    return found ? 'Nothing else changed.' : 'Nothing changed.';
  return found ? 'No other change was found.' : 'No change was found.';
}

/** What was compared, and what could not be. */
function restWords(compared: ShownComparison): string {
  const { compares, reflowedPages } = compared;
  if (compares === 'pages') return 'The picture of every page was compared. Words in scans cannot be compared.';
  const silent = silentPages(compared);
  const sentences = ['Every word and every embedded picture was compared; page numbers do not count.'];
  sentences.push(
    reflowedPages.length === 0
      ? 'Lines, drawings and the look of the text were compared too.'
      : `Lines, drawings and the look of the text were compared too, except on ${pagesNamed(reflowedPages)}, where ` +
          'the text stands in another place.',
  );
  if (silent.length > 0)
    sentences.push(`Without words, such as a scan: ${pagesNamed(silent)}. There only pictures were compared.`);
  return sentences.join(' ');
}

const mostNamed = 12;

const pagesNamed = (pages: readonly number[]): string =>
  pages.length > mostNamed
    ? `${inDigits(pages.length)} pages`
    : `${pages.length === 1 ? 'page' : 'pages'} ${listed(pages.map(String))}`;
