import { useState } from 'react';
import { useHydrated } from '#app/ui/shell/hydrated.ts';
import type { AnswerView, CallView } from './calls.ts';
import { FieldList } from './field-list.tsx';
import { Prose, Type } from './prose.tsx';
import { TryIt } from './try-it.tsx';
import './call.css';

/** One call: what it does, and behind a disclosure what it takes, how it answers, and a form to try it with. */
export function Call({ call, origin, token }: { call: CallView; origin: string; token: string | null }) {
  const { id, method, path, summary, about, parameters, body, answers } = call;
  const [opened, setOpened] = useState(false);
  const hydrated = useHydrated();
  return (
    <article className="call" aria-labelledby={id}>
      <h3 id={id} tabIndex={-1}>
        {summary}
      </h3>
      <p className="call-address">
        <span className="tag" data-method={method}>
          {method}
        </span>{' '}
        <code>{path}</code>
      </p>
      {about.map((paragraph) => (
        <p key={paragraph}>
          <Prose>{paragraph}</Prose>
        </p>
      ))}
      <details onToggle={({ currentTarget }) => setOpened((before) => before || currentTarget.open)}>
        <summary aria-label={`What it takes and answers, ${summary}`}>What it takes and answers</summary>
        <div className="call-more">
          {parameters.length > 0 && (
            <section>
              <h4>Parameters</h4>
              <FieldList fields={parameters} />
            </section>
          )}
          {body && (
            <section>
              <h4>Body, as JSON</h4>
              <FieldList fields={body.fields} />
            </section>
          )}
          <section>
            <h4>Answers</h4>
            <Answers answers={answers} />
          </section>
          <section>
            <h4>From a command line</h4>
            <pre className="call-text">
              <code>{curlOf(call, origin)}</code>
            </pre>
          </section>
          {hydrated && opened && <TryIt call={call} token={token} />}
        </div>
      </details>
    </article>
  );
}

function Answers({ answers }: { answers: readonly AnswerView[] }) {
  return (
    <dl className="call-fields">
      {answers.map(({ status, about, data, headers, problems }) => (
        <div key={status}>
          <dt>
            <code>{status}</code>
            <span className="meta">{about}</span>
          </dt>
          <dd>
            {data && (
              <p>
                <code>data</code> is <Type type={data} />
              </p>
            )}
            {problems.map(({ code, title }) => (
              <p key={code}>
                <a href={`#problem-${code}`}>
                  <code>{code}</code>
                </a>{' '}
                {title}
              </p>
            ))}
            {headers.length > 0 && <p className="meta">Headers: {headers.join(', ')}</p>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The call as a line for a shell, with everything that is required; what stands in capitals is to be filled in. */
function curlOf({ method, path, parameters, body, open }: CallView, origin: string): string {
  const query = parameters
    .filter(({ place, required }) => place === 'query' && required)
    .map(({ name }) => `${name}=${name.toUpperCase()}`)
    .join('&');
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase());
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(origin + address + (query && `?${query}`))}`,
    ...(open ? [] : [`-H 'Authorization: Bearer TOKEN'`]),
    ...(body ? [`-H 'Content-Type: application/json'`, `-d ${quoted(body.sample)}`] : []),
  ].join(' \\\n  ');
}
