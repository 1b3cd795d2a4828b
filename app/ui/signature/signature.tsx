import type { ReactNode } from 'react';
import { Facts, Fingerprint } from '../page/facts.tsx';
import { showDate, showSeconds } from '../text/date.ts';
import type { Instant } from '#events/time.ts';

type SignatureProps = {
  /** What the signer wrote on the line. */
  signedName: string;
  printedName: string;
  /** The name of the person for whom a deputy signed. */
  absent?: string | null;
  meaning: string;
  reason?: string | null;
  /** When it was given. */
  signedAt: Instant;
  sha256: string;
  /** How the signer was checked. */
  method: string;
  /** A link to the comparison with an earlier version that the signer was shown. */
  comparison?: ReactNode;
  rosette?: ReactNode;
};

/** A signature as it is printed: the name on a rule, then who, what for, when and over which bytes (21 CFR 11.50). */
export function Signature(props: SignatureProps) {
  const { signedName, printedName, absent, meaning, reason, signedAt, sha256, method, comparison, rosette } = props;
  return (
    <div className="signature">
      <p className="signature-name">{signedName}</p>
      <Facts
        facts={[
          { name: 'Printed name', value: printedName },
          ...(absent ? [{ name: 'For', value: absent }] : []),
          { name: 'Meaning', value: meaning },
          ...(reason ? [{ name: 'Reason', value: reason }] : []),
          { name: 'Date', value: `${showDate(signedAt, 'UTC')} ${showSeconds(signedAt)} UTC` },
          { name: 'Confirmed by', value: method.charAt(0).toUpperCase() + method.slice(1) },
          { name: 'Fingerprint', value: <Fingerprint sha256={sha256} /> },
          ...(comparison ? [{ name: 'What changed', value: comparison }] : []),
        ]}
      />
      {rosette}
    </div>
  );
}

/** A signer's name inside a list of events. The sentence beside it names the person, so it is not read out twice. */
export function SignedBy({ name, decorative }: { name: string; decorative?: boolean }) {
  return (
    <p className="signed-by" aria-hidden={decorative || undefined}>
      {name}
    </p>
  );
}
