import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { Button, LinkButton } from '../button/button.tsx';
import type { Instant } from '#events/time.ts';
import { plainField } from '#app/ui/field/field.tsx';
import { TextField } from '../field/field.tsx';
import { Icon } from '../icon/icon.tsx';
import { Facts, Fingerprint } from '../page/facts.tsx';
import { BlankRosette } from '../rosette/rosette-mark.tsx';
import { showMoment } from '../text/date.ts';
import { showSize } from '../upload/stored-file.ts';
import './signature-panel.css';

type PanelProps = {
  /** How many have signed. */
  lede?: ReactNode;
  /** Signing rejects the document: the panel looks unlike one that approves. */
  rejects?: boolean | undefined;
  children: ReactNode;
};

/** The panel beside the document: download, decide, sign. */
export function SignaturePanel({ lede, rejects, children }: PanelProps) {
  return (
    <section className="signing" data-rejects={rejects || undefined} aria-labelledby="signing-title">
      <header>
        <h2 id="signing-title">{rejects ? 'Your rejection' : 'Your signature'}</h2>
        {lede && <p className="meta">{lede}</p>}
      </header>
      {children}
    </section>
  );
}

type StepProps = {
  /** Its place in the panel: 1, 2, 3. */
  number: number;
  title: string;
  state: 'current' | 'locked' | 'done';
  children?: ReactNode;
  /** For what moves the focus to it. */
  heading?: Ref<HTMLHeadingElement>;
};

/** One step. A locked one says so in words, and what it holds is disabled. */
export function SigningStep({ number, title, state, children, heading }: StepProps) {
  return (
    <div className="signing-step" data-state={state}>
      <h3
        ref={heading}
        tabIndex={heading ? -1 : undefined}
        aria-live={heading ? 'polite' : undefined}
        aria-current={state === 'current' ? 'step' : undefined}
      >
        <span aria-hidden="true">{state === 'done' ? <Icon name="check" /> : number}</span>
        {title}
        {state === 'locked' && (
          <span className="locked-note">
            <Icon name="lock" />
            Locked
          </span>
        )}
      </h3>
      {children}
    </div>
  );
}

type DownloadStepProps = {
  /** The address of the PDF; the server records the request and unlocks the form. */
  href: string;
  /** Bytes. */
  size: number;
  /** The address of this page, for those without script. */
  pageHref: string;
  /** When this person downloaded this version; null while they have not. */
  downloadedAt: Instant | null;
  /** Called when the link was followed. */
  onFollow?: () => void;
};

/**
 * Step 1. With script the page checks by itself whether the download was recorded (`onFollow`). The link is gone then,
 * so the focus moves to the heading before the unlocked step.
 */
export function DownloadStep({ href, size, pageHref, downloadedAt, onFollow }: DownloadStepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const wasLocked = useRef(downloadedAt === null);
  const locked = downloadedAt === null;
  useEffect(() => {
    const unlocked = wasLocked.current && !locked;
    wasLocked.current = locked;
    if (unlocked && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [locked]);
  if (downloadedAt)
    return <SigningStep number={1} state="done" title={`Downloaded ${showMoment(downloadedAt)}`} heading={heading} />;
  return (
    <SigningStep number={1} state="current" title="Download the PDF" heading={heading}>
      <p className="meta">The form stays locked until you have downloaded the PDF. You sign that file and no other.</p>
      <LinkButton to={href} download kind="solid" size="wide" icon="download" note={showSize(size)} onClick={onFollow}>
        Download PDF
      </LinkButton>
      <p className="meta">
        Nothing changed after downloading? <a href={pageHref}>Continue</a>
      </p>
    </SigningStep>
  );
}

type SignatureLineProps = {
  id: string;
  name: string;
  /** The signer's printed name, already on the line. */
  printedName: string | undefined;
  disabled?: boolean;
  /** The rosette of the file, or a blank one. */
  rosette?: ReactNode;
};

/** The letters of a name at which the type of its line becomes smaller. */
const lengths = [14, 20, 28];

/** The line to sign on: a name in blue italic on a rule, with the rosette beside it. */
export function SignatureLine({ id, name, printedName = '', disabled, rosette }: SignatureLineProps) {
  const steps = lengths.filter((length) => printedName.length > length).length;
  return (
    <div className="signature-line" data-smaller={steps}>
      <label htmlFor={id} className="label">
        Signature
      </label>
      <div>
        <input id={id} name={name} defaultValue={printedName} autoComplete="off" required disabled={disabled} />
        {rosette ?? <BlankRosette />}
      </div>
    </div>
  );
}

/** Step 3 before the PDF was downloaded: the form as it will be, disabled. `action` is what the button will say. */
export function LockedForm({ printedName, action }: { printedName: string; action: string }) {
  return (
    <fieldset className="stack" disabled>
      <legend className="vh">Signature form, locked</legend>
      <TextField field={plainField('locked-email')} label="Email" type="email" />
      <TextField field={plainField('locked-password')} label="Password" type="password" />
      <SignatureLine id="locked-signature" name="signature" printedName={printedName} disabled />
      <Button size="wide" disabled>
        {action}
      </Button>
    </fieldset>
  );
}

type SignedFactsProps = {
  printedName: string;
  meaning: string;
  sha256: string;
  /** What the fingerprint is of. */
  file?: 'PDF' | 'plan';
  comparison: string | null;
};

/** What the signature will say, above the button that makes it (21 CFR 11.50). */
export function SignedFacts({ printedName, meaning, sha256, file = 'PDF', comparison }: SignedFactsProps) {
  return (
    <Facts
      facts={[
        { name: 'Printed name', value: printedName },
        { name: 'Meaning', value: meaning },
        { name: 'Date', value: 'Set when you sign, in UTC' },
        { name: `Fingerprint of the ${file}, SHA-256`, value: <Fingerprint sha256={sha256} />, whole: true },
        ...(comparison
          ? [{ name: 'Fingerprint of what changed, SHA-256', value: <Fingerprint sha256={comparison} />, whole: true }]
          : []),
      ]}
    />
  );
}

/** The sentence that makes an electronic signature binding. */
export function LegalText({ children }: { children: ReactNode }) {
  return <p className="legal">{children}</p>;
}

/** The document with the panel beside it, which stays in sight; on small screens below it. */
export function Reading({ children }: { children: ReactNode }) {
  return <div className="reading">{children}</div>;
}
