import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useState } from 'react';
import { errorPage } from '#app/kit/errors/error-page.ts';
import { screenLoader } from '#app/kit/screen/screen.ts';
import { Call } from '#app/integrations/screens/reference/call.tsx';
import type { CallsPage } from '#app/integrations/screens/reference/calls.ts';
import { FieldList } from '#app/integrations/screens/reference/field-list.tsx';
import { Prose } from '#app/integrations/screens/reference/prose.tsx';
import {
  secondFactorSequence,
  workedSequence,
  workedSequenceNeeds,
  type Step,
} from '#app/integrations/screens/reference/sequence.ts';
import { Token } from '#app/integrations/screens/reference/token.tsx';
import { PlainMasthead } from '#app/ui/masthead/masthead.tsx';
import { Page, PageHead, Section } from '#app/ui/page/page.tsx';
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
  const { about, groups, entities, problems, origin, version, signedIn } = useLoaderData<typeof loader>();
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
          <div className="stack narrow">
            {about.map((paragraph) => (
              <p key={paragraph}>
                <Prose>{paragraph}</Prose>
              </p>
            ))}
          </div>
        </Section>
        <Section id="token" title="Token" note="Requests on this page are real and are recorded in the audit trail.">
          {hydrated ? (
            <Token token={token} setToken={setToken} />
          ) : (
            <p>To try requests on this page, turn on JavaScript. Each endpoint also shows a command line.</p>
          )}
        </Section>
        <Section
          id="example"
          title="From a draft to a published document"
          note="With curl and jq. Put glove.fodt and glove.pdf into the folder."
        >
          <p>These calls run as they are printed, and need:</p>
          <ul className="stack tight narrow">
            {workedSequenceNeeds.map((need) => (
              <li key={need}>
                <Prose>{need}</Prose>
              </li>
            ))}
          </ul>
          <Steps of={workedSequence(origin)} />
        </Section>
        <Section
          id="second-factor"
          title="Sign in with a second factor"
          note={
            'With curl and jq, for somebody with an authenticator app. Set EMAIL, PASSWORD and CODE, which the ' +
            'app shows.'
          }
        >
          <Steps of={secondFactorSequence(origin)} />
        </Section>
        <Section id="all" title="All endpoints">
          <Contents groups={groups} />
        </Section>
        {groups.map(({ name, about: note, calls }) => (
          <Section key={name} id={anchorOf(name)} title={name} note={note}>
            {calls.map((call) => (
              <Call key={call.id} call={call} origin={origin} token={token} />
            ))}
          </Section>
        ))}
        <Section id="entities" title="Entities" note="The objects in answers and bodies.">
          {entities.map(({ name, about: meaning, fields }) => (
            <section key={name} className="call call-entity" id={`entity-${name}`} tabIndex={-1}>
              <h3>{name}</h3>
              {meaning && (
                <p>
                  <Prose>{meaning}</Prose>
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

const Steps = ({ of }: { of: readonly Step[] }) =>
  of.map(({ title, lines }) => (
    <section key={title} className="call">
      <h3>{title}</h3>
      <pre className="call-text">
        <code>{lines}</code>
      </pre>
    </section>
  ));

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
