import {
  signatureInWords,
  type KeyVerdict,
  type SignatureView,
  type Verdict,
} from '#app/audit/evidence/verify/verdict.ts';
import { Facts, Fingerprint } from '#app/ui/page/facts.tsx';
import { Section } from '#app/ui/page/page.tsx';
import { Status } from '#app/ui/status/status.tsx';
import { showDate, showSeconds } from '#app/ui/text/date.ts';
import { Hidden } from '#app/ui/icon/icon.tsx';

const stamps = {
  holds: { status: 'EFFECTIVE', icon: 'shield-check', label: 'It holds' },
  refused: { status: 'REJECTED', icon: 'circle-alert', label: 'It does not hold' },
  unproven: { status: 'APPROVED', icon: 'info', label: 'Nothing proven' },
} as const;

/** What can be said of each file, one leaf a file. `isNamed`: the reader names a certificate. */
export function Verdicts({ verdicts, isNamed }: { verdicts: readonly Verdict[]; isNamed: boolean }) {
  return verdicts.map((verdict, i) => (
    <OneVerdict key={`${i} ${verdict.file}`} verdict={verdict} isNamed={isNamed} id={`verdict-${i}`} />
  ));
}

/** In a few words what is said of one file. */
export function stampOf({ outcome, key, sealed }: Verdict): {
  status: Stamp['status'];
  icon: Stamp['icon'];
  label: string;
} {
  if (outcome === 'holds' && key?.trusted === false) return { ...stamps.unproven, label: 'Signed with another key' };
  if (outcome === 'holds' && sealed === false) return { ...stamps.unproven, label: 'No known seal' };
  return stamps[outcome];
}
type Stamp = (typeof stamps)[keyof typeof stamps];

const seals = {
  named: 'It is sealed with the certificate that you gave.',
  other: 'It is NOT sealed with the certificate that you gave.',
} as const;

function OneVerdict({ verdict, isNamed, id }: { verdict: Verdict; isNamed: boolean; id: string }) {
  const { file, heading, proven, notProven, facts, key, signatures } = verdict;
  const stamp = stampOf(verdict);
  return (
    <Section
      id={id}
      title={
        <>
          {stamp.label}
          <Hidden>: {file}</Hidden>
        </>
      }
      note={file}
    >
      <div className="stack">
        <p>
          <Status {...stamp} stamp />
        </p>
        <p className="record">{heading}.</p>
        {isNamed && verdict.sealed !== null && <p>{seals[verdict.sealed ? 'named' : 'other']}</p>}
        {key && <KeyFacts verdict={key} />}
        <Statements title="What is proven" statements={proven} />
        <Signatures signatures={signatures} />
        <Statements title="What is not proven" statements={notProven} />
        {facts.length > 0 && (
          <Facts
            facts={facts.map(({ name, value, kind }) => ({
              name,
              value:
                kind === 'hash' ? (
                  <Fingerprint sha256={value} />
                ) : kind === 'moment' ? (
                  `${showDate(value, 'UTC')} ${showSeconds(value)} UTC`
                ) : (
                  value
                ),
            }))}
          />
        )}
      </div>
    </Section>
  );
}

const standings = {
  own: 'It is the key that this installation signs with.',
  foreign:
    'It is NOT the key that this installation signs with. All of it is signed by somebody, and this page cannot ' +
    'say by whom: compare the fingerprint with the one that the organisation gave you.',
  unknown: 'Compare its fingerprint with the one that the organisation sent you through a separate channel.',
} as const;

function KeyFacts({ verdict: { name, fingerprint, trusted } }: { verdict: KeyVerdict }) {
  return (
    <div className="stack tight">
      <h3>By which key</h3>
      <p>{standings[trusted === null ? 'unknown' : trusted ? 'own' : 'foreign']}</p>
      <Facts
        facts={[
          { name: 'Key', value: <span className="fingerprint">{name}</span> },
          { name: 'Its fingerprint', value: <Fingerprint sha256={fingerprint} /> },
        ]}
      />
    </div>
  );
}

function Statements({ title, statements }: { title: string; statements: readonly string[] }) {
  if (statements.length === 0) return null;
  return (
    <div className="stack tight">
      <h3>{title}</h3>
      <ul className="bullets">
        {statements.map((statement) => (
          <li key={statement}>{statement}</li>
        ))}
      </ul>
    </div>
  );
}

function Signatures({ signatures }: { signatures: readonly SignatureView[] }) {
  if (signatures.length === 0) return null;
  return (
    <div className="stack tight">
      <h3>Signatures</h3>
      <ul className="bullets">
        {signatures.map((signature) => (
          <li key={signature.position}>
            {signatureInWords(signature)} on {showDate(signature.signedAt, 'UTC')} {showSeconds(signature.signedAt)} UTC
            {signature.file && `, ${signature.file}`}.{' '}
            <span className="meta">Event No. {signature.position.toLocaleString('en-GB')}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
