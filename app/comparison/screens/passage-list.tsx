import { Link } from '@remix-run/react';
import type { Span } from '#app/comparison/engine/comparison.ts';
import { addresses } from '#app/kit/addresses.ts';
import { Tag } from '#app/ui/status/tag.tsx';
import { inDigits } from '#app/ui/text/count.ts';
import { Hidden } from '#app/ui/icon/icon.tsx';
import type { PartView, PassageView } from '#app/comparison/engine/passage-view.ts';
import { everyPage, pagesOfPassage, passageKinds, spanInWords } from '#app/comparison/words.ts';
import type { ComparedVersions } from './picture-list.tsx';
import '#app/comparison/screens/comparison.css';

/** The changed passages in reading order. */
export const PassageList = ({
  passages,
  versions,
}: {
  passages: readonly PassageView[];
  /** Null where the passages have no pages. */
  versions: ComparedVersions | null;
}) => (
  <ol className="passages">
    {passages.map((passage) => (
      <li key={`${passage.from?.word} ${passage.to?.word} ${passage.kind}`}>
        <h3>{passage.place}</h3>
        <p className="facts meta">
          <Tag>{passageKinds[passage.kind]}</Tag>
          {versions && passage.place !== everyPage && <Pages passage={passage} versions={versions} />}
          {passage.cell && <span>{`Row ${passage.cell.row}, column ${passage.cell.column}`}</span>}
        </p>
        <p className="passage-words">
          {passage.before && `… ${passage.before} `}
          {passage.parts.map((part, index) => (
            <PartWords key={index} part={part} isMoved={passage.kind === 'moved'} />
          ))}
          {passage.after && `${passage.after} …`}
        </p>
      </li>
    ))}
  </ol>
);

/** A part and the space after it. The words for screen readers say what the lines show. */
function PartWords({ part: { kind, text, more }, isMoved }: { part: PartView; isMoved: boolean }) {
  const words = more > 0 ? `${text} … and ${inDigits(more)} more words` : text;
  if (kind === 'same' || isMoved) return `${words} `;
  const Mark = kind === 'removed' ? 'del' : 'ins';
  return (
    <>
      <Mark>
        <Hidden>{kind}: </Hidden>
        {words}
      </Mark>
      <Hidden>, end of {kind}</Hidden>{' '}
    </>
  );
}

/** The page in each version, as links to read it. */
function Pages({ passage, versions: { document, from: older, to: newer, readable } }: PagesProps) {
  const { older: from, newer: to, named } = pagesOfPassage(passage);
  return (
    <>
      {from && <PageLink span={from} document={document} version={older} named isReadable={readable.includes(older)} />}
      {to && (
        <PageLink span={to} document={document} version={newer} named={named} isReadable={readable.includes(newer)} />
      )}
    </>
  );
}

type PagesProps = { passage: PassageView; versions: ComparedVersions };
type PageLinkProps = { span: Span; document: string; version: string; named: boolean; isReadable: boolean };

function PageLink({ span, document, version, named, isReadable }: PageLinkProps) {
  const words = spanInWords(span);
  return (
    <span>
      {isReadable ? <Link to={addresses.readVersion(document, version, span.page)}>{words}</Link> : words}
      {named && ` of version ${version}`}
    </span>
  );
}
