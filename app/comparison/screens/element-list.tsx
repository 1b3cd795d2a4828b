import type { ElementChange } from '#app/comparison/engine/comparison.ts';
import { elementSides, elementTitle, passageKinds } from '#app/comparison/words.ts';
import { Tag } from '#app/ui/status/tag.tsx';
import { inDigits } from '#app/ui/text/count.ts';
import { Hidden } from '#app/ui/icon/icon.tsx';
import '#app/comparison/screens/comparison.css';

/** Changes that are shown; the PDF has all of them. */
const mostShown = 200;

/** Links, form fields, notes, bookmarks and attached files that differ. */
export const ElementList = ({ elements }: { elements: readonly ElementChange[] }) => (
  <>
    <ol className="passages">
      {elements.slice(0, mostShown).map((change, index) => (
        <li key={index}>
          <h3>{elementTitle(change)}</h3>
          <p className="facts meta">
            <Tag>{passageKinds[change.kind]}</Tag>
          </p>
          <ElementWords change={change} />
        </li>
      ))}
    </ol>
    {elements.length > mostShown && (
      <p>{`${inDigits(elements.length - mostShown)} more changes are in the comparison as PDF.`}</p>
    )}
  </>
);

/** The words for screen readers say what the lines show. */
function ElementWords({ change }: { change: ElementChange }) {
  const { older, newer, place } = elementSides(change);
  return (
    <p className="passage-words">
      {older && (
        <>
          <del>
            <Hidden>removed: </Hidden>
            {older}
          </del>
          <Hidden>, end of removed</Hidden>{' '}
        </>
      )}
      {newer && (
        <>
          <ins>
            <Hidden>added: </Hidden>
            {newer}
          </ins>
          <Hidden>, end of added</Hidden>
        </>
      )}
      {place}
    </p>
  );
}
