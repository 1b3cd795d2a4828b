import { Link as ClientLink, type LinkProps as ClientLinkProps } from '@remix-run/react';

type LinkProps = Omit<ClientLinkProps, 'to' | 'discover' | 'reloadDocument' | 'replace' | 'state' | 'relative'> & {
  to: string;
};

const onServer = typeof document === 'undefined';

/**
 * A link of this site, followed by client navigation. Remix's own, of which the server writes what comes of it: a page has up to two hundred
 * links, and to resolve each against the routes and to make it ready for a pointer takes the server a quarter of the page.
 */
export function Link({ to, ...props }: LinkProps) {
  if (!onServer || !to.startsWith('/')) return <ClientLink to={to} {...props} />;
  const { prefetch: _, preventScrollReset: __, viewTransition: ___, children, ...anchor } = props;
  return (
    <a {...anchor} href={to} data-discover="true">
      {children}
    </a>
  );
}
