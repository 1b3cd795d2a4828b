import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { addresses } from '#app/addresses.ts';
import { screenLoader } from '#app/server/screen/screen.ts';
import { OpenPage } from '#app/screens/manual/open-page.tsx';
import { Facts } from '#app/ui/page/facts.tsx';
import { Section } from '#app/ui/page/section.tsx';
import { PageHead } from '#app/ui/page/page.tsx';

export const meta: MetaFunction = () => [{ title: 'Support - Imprimatur' }];

/** `?reference=` comes from an error page. */
export const loader = (args: LoaderFunctionArgs) =>
  screenLoader('public', async ({ viewer, ports, url }) => ({
    signedIn: viewer !== null,
    version: ports.config.version,
    contact: ports.config.supportUrl,
    reference: /^[\w-]{1,64}$/.exec(url.searchParams.get('reference') ?? '')?.[0] ?? null,
    organisation: viewer?.orgName ?? null,
  }))(args);

const shownContact = (contact: string): string => contact.replace(/^mailto:/, '');

/** How to get help, and what to say. */
export default function Support() {
  const { signedIn, version, contact, reference, organisation } = useLoaderData<typeof loader>();
  return (
    <OpenPage signedIn={signedIn}>
      <PageHead title="Support" lede="What you had saved is safe, whatever happened." />
      <Section id="first" title="First" note="Most questions end here." narrow first>
        <ul className="prose bullets">
          <li>
            The <Link to={addresses.manual()}>User Manual</Link> has one chapter for each job.
          </li>
          <li>
            You cannot sign in: <Link to={addresses.forgot()}>request a reset code</Link>, or, if you were invited and
            never signed in, <Link to={addresses.requestCode()}>a new verification code</Link>. Codes are valid for 24
            hours; look into the spam folder too.
          </li>
          <li>
            You may not see something that you need: an Admin of your organisation can change your role or department.
          </li>
        </ul>
      </Section>
      <Section id="contact" title="Contact" narrow>
        {contact ? (
          <p>
            <a href={contact} rel="external">
              {shownContact(contact)}
            </a>
          </p>
        ) : (
          <p>Ask an Admin of your organisation. They reach those who run this installation.</p>
        )}
      </Section>
      <Section id="say" title="What to say" note="It finds the line in the log." narrow>
        <p>
          What you did, what you expected, what happened instead and when. Where an error page showed a reference, give
          it too. Never tell anybody your password or a code.
        </p>
        <Facts
          facts={[
            { name: 'Version', value: `Imprimatur ${version}` },
            ...(organisation ? [{ name: 'Organisation', value: organisation }] : []),
            ...(reference ? [{ name: 'Reference', value: <span className="fingerprint">{reference}</span> }] : []),
          ]}
        />
      </Section>
    </OpenPage>
  );
}
