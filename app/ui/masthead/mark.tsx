import mark from './mark.svg';

/** The product's mark, a rosette in a file of its own, which browsers cache. */
export function Mark() {
  return (
    <svg className="mark" viewBox="10 10 180 180" aria-hidden="true" focusable="false">
      <use href={`${mark}#mark`} />
    </svg>
  );
}
