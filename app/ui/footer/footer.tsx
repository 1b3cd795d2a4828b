import { Link } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { showMoment } from '../text/date.ts';
import { instantOf, type Instant } from '#events/time.ts';

type FooterProps = { version: string; orgName?: string | undefined };

/** The last line of every page. */
export function Footer({ version, orgName }: FooterProps) {
  return (
    <footer className="colophon">
      <span>Imprimatur {version}</span>
      {orgName && <span>{orgName}</span>}
      <span>All times are UTC</span>
      <Link to="/verify">Verify evidence</Link>
      <Link to="/api/docs">API</Link>
      <Link to="/appearance">Appearance and keyboard</Link>
    </footer>
  );
}

type PrintLineProps = { version: string; by: string; now: Instant };

/** Who printed the page and when. `now` is the server's time; with script, the time of printing. */
export function PrintLine({ version, by, now }: PrintLineProps) {
  const [printed, setPrinted] = useState(now);
  useEffect(() => {
    const mark = () => setPrinted(instantOf(Date.now()));
    addEventListener('beforeprint', mark);
    return () => removeEventListener('beforeprint', mark);
  }, []);
  return (
    <p className="print-only">
      Printed by {by} on {showMoment(printed)} from Imprimatur {version}. Times are UTC.
    </p>
  );
}
