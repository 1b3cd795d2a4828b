import type { ComponentType } from 'react';
import { keptHtml } from './kept.ts';

type KeptPartProps<T> = {
  /** The element around it. Default: an item of a list. */
  as?: 'li' | 'div' | 'section' | 'ul';
  id?: string;
  className?: string;
  'aria-labelledby'?: string;
  /** Made `steady`, where its HTML is to be kept. */
  show: ComponentType<{ of: T }>;
  of: T;
};

/** A part of a page, which the server need not render again. */
export function KeptPart<T>({ as: Element = 'li', show: Show, of, ...element }: KeptPartProps<T>) {
  const html = keptHtml(Show, of, () => <Show of={of} />);
  if (html !== undefined) return <Element {...element} dangerouslySetInnerHTML={{ __html: html }} />;
  return (
    <Element {...element}>
      <Show of={of} />
    </Element>
  );
}
