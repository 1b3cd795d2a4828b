import { Fragment, type ReactNode } from 'react';
import { groupHex } from '../rosette/rosette.ts';
import { Hidden } from '../icon/icon.tsx';

/** One fact of a record; `whole` gives name and value a line each. Texts are a list. */
export type Fact = { name: string; value: ReactNode | string[]; whole?: boolean };

/** Names and values of a record, as a description list. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="ledger-facts">
      {facts.map(({ name, value, whole }) => (
        <Fragment key={name}>
          <dt className={whole ? 'whole' : undefined}>{name}</dt>
          <dd className={whole ? 'whole' : undefined}>{Array.isArray(value) ? <List of={value} /> : value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

const List = ({ of }: { of: readonly string[] }) => (
  <ul>
    {of.map((text, at) => (
      <li key={at}>{text}</li>
    ))}
  </ul>
);

/** A SHA-256 in groups of eight digits. */
export function Fingerprint({ sha256 }: { sha256: string }) {
  return (
    <span className="fingerprint">
      <Hidden>SHA-256 </Hidden>
      {groupHex(sha256)}
    </span>
  );
}
