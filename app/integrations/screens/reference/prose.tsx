import type { ReactNode } from 'react';
import type { TypeView } from './calls.ts';
import './call.css';

/** A sentence of the description: what stands between backticks is code. */
export function Prose({ children }: { children: string }): ReactNode {
  return children.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}

/** A type in words, with a link to the entity that it names. */
export function Type({ type: { text, entity } }: { type: TypeView }) {
  if (entity === null) return <code>{text}</code>;
  const at = text.indexOf(entity);
  return (
    <code>
      {text.slice(0, at)}
      <a href={`#entity-${entity}`}>{entity}</a>
      {text.slice(at + entity.length)}
    </code>
  );
}
