import type { FieldView } from './calls.ts';
import { Prose, Type } from './prose.tsx';
import './call.css';

/** Names, types and meanings: of parameters, of a body, of an entity. */
export function FieldList({ fields }: { fields: readonly (FieldView & { place?: string })[] }) {
  return (
    <dl className="call-fields">
      {fields.map(({ name, type, required, about, place }) => (
        <div key={`${place ?? ''} ${name}`}>
          <dt>
            <code>{name || 'the whole body'}</code>
            <span className="meta">
              {place && `${place}, `}
              {required ? 'required' : 'optional'}
            </span>
          </dt>
          <dd>
            <Type type={type} />
            {about && (
              <p>
                <Prose>{about}</Prose>
              </p>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
