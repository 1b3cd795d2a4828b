import type { MetaFunction } from '@remix-run/node';
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

export const meta: MetaFunction = () => [{ title: 'API - Imprimatur' }];

export const loader = screenLoader({
  access: 'public',
  async load({ context, viewer }) {
    // The server that mounts the endpoints describes them, so the page cannot show others.
    if (!context.calls) throw errorPage({ code: 'not_found' });
    return { ...context.calls, signedIn: viewer !== null };
  },
});

const anchorOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

/** Every endpoint to read, and to try in a browser with JavaScript. */
export default function ApiReference() {
  const { groups, entities, problems, origin, version, signedIn } = useLoaderData<typeof loader>();
  const [token, setToken] = useState<string | null>(null);
  const hydrated = useHydrated();
  return (
    <>
      {!signedIn && <PlainMasthead />}
      <Page>
        <PageHead
          title="API"
          lede={
            <>
              Programs can do everything that people do on the screens, with the same rules and messages. Version{' '}
              {version}, also as <a href="/api/openapi.json">OpenAPI 3.1</a>.
            </>
          }
        />
        <Section id="how" title="How to use the API" first>
          <HowTo />
        </Section>
        <Section id="token" title="Token" note="Requests on this page are real and are recorded in the audit trail.">
          {hydrated ? (
            <Token token={token} setToken={setToken} />
          ) : (
            <p>To try requests on this page, turn on JavaScript. Each endpoint also shows a command line.</p>
          )}
        </Section>
        <Section id="all" title="All endpoints">
          <Contents groups={groups} />
        </Section>
        {groups.map(({ name, about, calls }) => (
          <Section key={name} id={anchorOf(name)} title={name} note={about}>
            {calls.map((call) => (
              <Call key={call.id} call={call} origin={origin} token={token} />
            ))}
          </Section>
        ))}
        <Section id="entities" title="Entities" note="The objects in answers and bodies.">
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
        <Section id="problems" title="Problems" note="The type of each refusal links here. The part after # is stable.">
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
        A success is <code>{'{"data": …}'}</code>; a list that goes on also has <code>next</code>. Dates are epoch
        milliseconds; missing values are null. Entities of other organisations are 404.
      </p>
      <p>
        <a href="#createSession">Sign in</a> to get a token, and send it as <code>Authorization: Bearer …</code>. The
        person sees the session in their list and can end it there. Every signature asks for e-mail and password again.
      </p>
      <p>
        A refusal is <code>application/problem+json</code> (RFC 9457): <code>type</code> links to{' '}
        <a href="#problems">the list below</a>, <code>title</code> is the message, <code>errors</code> names the fields
        of a 422.
      </p>
      <p>
        With <code>Idempotency-Key</code> a POST can be repeated safely: within a day it is done once and answered the
        same. With <code>If-Match</code> and the <code>ETag</code> that you read, a change succeeds only if nobody else
        has made one since. With <code>If-None-Match</code> the answer is 304 while nothing has changed.
      </p>
    </div>
  );
}

function Contents({ groups }: Pick<CallsPage, 'groups'>) {
  return (
    <nav className="stack" aria-label="All endpoints">
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
