import type { ReactNode } from 'react';
import { PlainMasthead } from '#app/ui/masthead/masthead.tsx';
import { Page } from '#app/ui/page/page.tsx';

/** A page for everybody: who is not signed in gets the product's name above it. */
export function OpenPage({ signedIn, children }: { signedIn: boolean; children: ReactNode }) {
  return (
    <>
      {!signedIn && <PlainMasthead />}
      <Page>{children}</Page>
    </>
  );
}
