import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useState } from 'react';
import { errorPage } from '#app/server/errors/error-page.ts';
import { screenLoader } from '#app/server/screen/screen.ts';
import { Call } from '#app/ui/api-reference/call.tsx';
import type { CallsPage } from '#app/ui/api-reference/calls.ts';
import { FieldList } from '#app/ui/api-reference/field-list.tsx';
import { Prose } from '#app/ui/api-reference/prose.tsx';
import { Token } from '#app/ui/api-reference/token.tsx';
import { PlainMasthead } from '#app/ui/masthead/masthead.tsx';
import { Section } from '#app/ui/page/section.tsx';
import { Page, PageHead } from '#app/ui/page/page.tsx';
import { useHydrated } from '#app/ui/shell/hydrated.ts';

export const meta: MetaFunction = () => [{ title: 'Calls - Imprimatur' }];

export const loader = (args: LoaderFunctionArgs) =>
  screenLoader('public', async ({ context, viewer }) => {
    // The calls are told by whoever mounts them, so the page cannot show others.
    if (!context.calls) throw errorPage({ code: 'not_found' });
    return { ...context.calls, signedIn: viewer !== null };
  })(args);

const anchorOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

/** Every call to read, and to try in a browser with JavaScript. */
export default function Calls() {
  const { groups, entities, problems, origin, version, signedIn } = useLoaderData<typeof loader>();
  const [token, setToken] = useState<string | null>(null);
  const hydrated = useHydrated();
  return (
    <>
      {!signedIn && <PlainMasthead />}
      <Page>
        <PageHead
          title="Calls"
          lede={
            <>
              What people do at the screens, a program does here: the same rules, the same messages. Version {version},
              described for machines in <a href="/api/openapi.json">OpenAPI 3.1</a>.
            </>
          }
        />
        <Section id="how" title="How to call" first>
          <HowTo />
        </Section>
        <Section id="token" title="A token" note="What you send is done for real, and stands in the audit trail.">
          {hydrated ? (
            <Token token={token} setToken={setToken} />
          ) : (
            <p>
              Trying a call on this page needs JavaScript. Each call has a line for a command line that does the same.
            </p>
          )}
        </Section>
        <Section id="all" title="All calls">
          <Contents groups={groups} />
        </Section>
        {groups.map(({ name, about, calls }) => (
          <Section key={name} id={anchorOf(name)} title={name} note={about}>
            {calls.map((call) => (
              <Call key={call.id} call={call} origin={origin} token={token} />
            ))}
          </Section>
        ))}
        <Section id="entities" title="Entities" note="What stands under data, and what a body holds.">
          {entities.map(({ name, about, fields }) => (
            <section key={name} className="call call-entity" id={`entity-${name}`} tabIndex={-1}>
              <h3>{name}</h3>
              {about && (
                <p>
                  <Prose>{about}</Prose>
                </p>
              )}
              <FieldList fields={fields} />
            </section>
          ))}
        </Section>
        <Section id="problems" title="Problems" note="The type of a refusal leads here. Its part after # is stable.">
          <dl className="call-fields">
            {problems.map(({ code, status, title }) => (
              <div key={code} className="call-problem" id={`problem-${code}`} tabIndex={-1}>
                <dt>
                  <code>{code}</code>
                  <span className="meta">{status}</span>
                </dt>
                <dd>{title}</dd>
              </div>
            ))}
          </dl>
        </Section>
      </Page>
    </>
  );
}

function HowTo() {
  return (
    <div className="stack narrow">
      <p>
        Success is <code>{'{"data": …}'}</code>; a list that goes on has <code>next</code> beside it. Dates are epoch
        milliseconds, what is absent is null. What belongs to another organisation is not there: 404.
      </p>
      <p>
        <a href="#createSession">A session</a> gives a token, sent as <code>Authorization: Bearer …</code>. It stands
        among the person’s sessions, who can end it there. A signature asks for e-mail and password again, each time.
      </p>
      <p>
        A refusal is <code>application/problem+json</code> (RFC 9457): <code>type</code> leads to{' '}
        <a href="#problems">its line below</a>, <code>title</code> is the message of the screens, <code>errors</code>{' '}
        names the fields of a 422.
      </p>
      <p>
        <code>Idempotency-Key</code> makes it safe to send a POST again: it is done once, and answered the same for a
        day. <code>If-Match</code> with the <code>ETag</code> that was read lets a change through only where nobody else
        has made one since. <code>If-None-Match</code> answers 304 while nothing has changed.
      </p>
    </div>
  );
}

function Contents({ groups }: Pick<CallsPage, 'groups'>) {
  return (
    <nav className="stack" aria-label="All calls">
      {groups.map(({ name, calls }) => (
        <div key={name} className="stack tight">
          <h3>
            <a href={`#${anchorOf(name)}`}>{name}</a>
          </h3>
          <ul className="calls-list">
            {calls.map(({ id, method, path, summary }) => (
              <li key={id}>
                <span className="tag" data-method={method}>
                  {method}
                </span>{' '}
                <a href={`#${id}`}>{summary}</a> <code className="meta">{path}</code>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
