import { Link } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';

/** The comparison that a signature names, as a link to it. */
export const ComparisonLink = ({ document, sha256 }: { document: string; sha256: string }) => (
  <Link to={addresses.comparison(document, sha256)}>What the signer was shown as changed</Link>
);
