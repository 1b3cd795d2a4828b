import type { ComponentType } from 'react';
import { keptHtml } from './kept.ts';

type KeptItemProps<T> = {
  id?: string;
  className?: string;
  /** Made `steady`, where its HTML is to be kept. */
  show: ComponentType<{ of: T }>;
  of: T;
};

/** An item of a list, which the server need not render again. */
export function KeptItem<T>({ show: Show, of, ...item }: KeptItemProps<T>) {
  const html = keptHtml(Show, of, () => <Show of={of} />);
  if (html !== undefined) return <li {...item} dangerouslySetInnerHTML={{ __html: html }} />;
  return (
    <li {...item}>
      <Show of={of} />
    </li>
  );
}
