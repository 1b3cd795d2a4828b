import mark from './mark.svg';

/** The product's mark: a rosette of the same family as the seals. A file of its own, which no page has to bring along. */
export function Mark() {
  return (
    <svg className="mark" viewBox="10 10 180 180" aria-hidden="true" focusable="false">
      <use href={`${mark}#mark`} />
    </svg>
  );
}
