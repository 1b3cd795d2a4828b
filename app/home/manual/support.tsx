import type { MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { addresses } from '#app/kit/addresses.ts';
import { screenLoader } from '#app/kit/screen/screen.ts';
import { OpenPage } from '#app/home/manual/open-page.tsx';
import { Facts } from '#app/ui/page/facts.tsx';
import { PageHead, Section } from '#app/ui/page/page.tsx';

export const meta: MetaFunction = () => [{ title: 'Support - Imprimatur' }];

const search = z.object({
  reference: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .nullable()
    .default(null)
    .catch(null),
});

/** `?reference=` comes from an error page. */
export const loader = screenLoader({
  access: 'public',
  search,
  load: async ({ viewer, ports, search: { reference } }) => ({
    signedIn: viewer !== null,
    version: ports.config.version,
    contact: ports.config.supportUrl,
    reference,
    organisation: viewer?.orgName ?? null,
  }),
});

const shownContact = (contact: string): string => contact.replace(/^mailto:/, '');

/** How to get help. */
export default function Support() {
  const { signedIn, version, contact, reference, organisation } = useLoaderData<typeof loader>();
  return (
    <OpenPage signedIn={signedIn}>
      <PageHead title="Support" lede="Everything that you saved is safe." />
      <Section id="first" title="First" note="Answers to the most frequent questions." narrow first>
        <ul className="prose bullets">
          <li>
            The <Link to={addresses.manual()}>User Manual</Link> has one chapter for each task.
          </li>
          <li>
            You cannot sign in: <Link to={addresses.forgot()}>request a reset code</Link>, or, if you were invited and
            never signed in, <Link to={addresses.requestCode()}>a new verification code</Link>. The email says how long
            a code is valid. Check the spam folder too.
          </li>
          <li>You need access to something: an Admin of your organisation can change your role or department.</li>
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
          <p>Ask an Admin of your organisation. They can contact the people who run this installation.</p>
        )}
      </Section>
      <Section id="say" title="What to include" note="It helps to find the error in the log." narrow>
        <p>
          What you did, what you expected, what happened and when. Include the reference of the error page. Never share
          your password or a code.
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
