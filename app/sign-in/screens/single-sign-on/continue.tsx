import { redirect, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import { readLeaving } from '#app/sign-in/cookies/leaving.ts';
import { screenLoader } from '#app/kit/screen/screen.ts';
import { AuthPage } from '#app/ui/page/auth-page.tsx';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: 'Going to your sign-in - Imprimatur' },
  ...(data ? [{ httpEquiv: 'refresh', content: `0;url=${data.address}` }] : []),
];

export const loader = screenLoader({
  access: 'public',
  async load({ request, ports }) {
    const leaving = await readLeaving(request, ports);
    if (!leaving) throw redirect(addresses.signIn());
    return { address: leaving.address, host: new URL(leaving.address).host };
  },
});

/** Leads on to the issuer at once, without script; the link is for browsers that do not follow. */
export default function Continue() {
  const { address, host } = useLoaderData<typeof loader>();
  return (
    <AuthPage title="Going to your sign-in" lede={`You are led to ${host}.`}>
      <p>
        <a className="button" data-kind="solid" data-size="wide" href={address} rel="noreferrer">
          Continue
        </a>
      </p>
    </AuthPage>
  );
}
