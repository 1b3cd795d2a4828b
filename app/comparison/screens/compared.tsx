import type { ReactNode } from 'react';
import { Notice } from '#app/ui/notice/notice.tsx';
import { Fingerprint } from '#app/ui/page/facts.tsx';
import { Section, WideSection } from '#app/ui/page/page.tsx';
import { Pager } from '#app/ui/register/pager.tsx';
import { countedPages, countsInWords, elementsTitle, onlyScans, restWords, verdict } from '#app/comparison/words.ts';
import { passagesAtOnce, type ComparisonView } from './comparison-view.ts';
import { ElementList } from './element-list.tsx';
import { PassageList } from './passage-list.tsx';
import { type ComparedVersions, PictureList } from './picture-list.tsx';

type ComparedProps = ComparedVersions & {
  compared: ComparisonView;
  /** The parameter of the address that names the page of the list. */
  pages?: string;
  /** In a column beside others: headings and notes stand above the lists. */
  narrow?: boolean;
};

/** What differs between two versions, and the sentence that nothing else does. */
export function Compared({ compared, pages = 'page', narrow = false, ...versions }: ComparedProps) {
  const { passages, pictures, elements, counts, total, page, compares, sha256, method } = compared;
  const areWords = compares === 'words';
  return (
    <>
      {!areWords && <Notice kind="wait">{onlyScans}</Notice>}
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
      {elements.length > 0 && (
        <Part
          id="elements"
          title={elementsTitle}
          note={areWords ? null : <p>{countedPages(counts)}</p>}
          narrow={narrow}
        >
          <ElementList elements={elements} />
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
function WordCounts({ of: compared }: { of: ComparisonView }) {
  return (
    <>
      {compared.total > 0 && <p>Removed words are struck through, added words are underlined.</p>}
      <p>{countsInWords(compared)}</p>
    </>
  );
}
