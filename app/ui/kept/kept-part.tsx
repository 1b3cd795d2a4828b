import type { ReactNode } from 'react';
import { type Changing, filled, keptHtml, placesOf } from './kept.ts';

type KeptPartProps<T, C extends Changing> = {
  /** The element around it. Default: an item of a list. */
  as?: 'li' | 'div' | 'section' | 'ul';
  id?: string;
  className?: string;
  'aria-labelledby'?: string;
  /** Made `steady`, where its HTML is to be kept. */
  show: (given: { of: T; changing: C }) => ReactNode;
  of: T;
  /** Filled in anew each time, wherever `show` puts it; its names follow from `of`. */
  changing?: C;
};

const nothing: Changing = {};

/** A part of a page, which the server need not render again. */
export function KeptPart<T, C extends Changing = Changing>({
  as: Element = 'li',
  show: Show,
  of,
  changing = nothing as C,
  ...element
}: KeptPartProps<T, C>) {
  const html = keptHtml(Show, of, () => <Show of={of} changing={placesOf(changing) as C} />);
  if (html === undefined) {
    return (
      <Element {...element}>
        <Show of={of} changing={changing} />
      </Element>
    );
  }
  const __html = changing === nothing ? html : filled(html, changing);
  return <Element {...element} dangerouslySetInnerHTML={{ __html }} />;
}
