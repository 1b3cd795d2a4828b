import type { ReactNode } from 'react';
import { Mark } from '../masthead/mark.tsx';
import { VisitorNotice } from '../notice/toast.tsx';
import { Rosette } from '../rosette/rosette-mark.tsx';
import { productDigest } from '../rosette/product-digest.ts';
import { useFrame } from '../shell/frame.ts';

type AuthPageProps = {
  title: string;
  lede?: ReactNode;
  /** Links such as forgotten password and first time here. */
  links?: ReactNode;
  children: ReactNode;
};

/** A page for visitors: name, form, links and the large rosette. For a signed-in person the frame stands around it. */
export function AuthPage({ title, lede, links, children }: AuthPageProps) {
  const framed = Boolean(useFrame()?.viewer);
  return (
    <div className={framed ? 'auth-page framed' : 'auth-page'}>
      {!framed && (
        <header>
          <a className="wordmark" href="/">
            <Mark />
            Imprimatur
          </a>
        </header>
      )}
      <main className="auth-form" id="main" tabIndex={-1}>
        <h1>{title}</h1>
        {lede && <p className="lede">{lede}</p>}
        <VisitorNotice />
        {children}
        {links && (
          <nav className="auth-links" aria-label="Help with signing in">
            {links}
          </nav>
        )}
      </main>
      {!framed && (
        <footer className="meta">
          <p>
            Imprimatur, Latin:{' '}
            <i lang="la" className="record">
              let it be printed.
            </i>
          </p>
          <p>
            <a href="/verify">Verify evidence</a>
          </p>
        </footer>
      )}
      <Rosette sha256={productDigest} drawing="dense" />
    </div>
  );
}
