import type { CSSProperties, ReactNode } from 'react';
import { Body } from '@react-email/body';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Html } from '@react-email/html';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { render } from '@react-email/render';
import type { Letter, LetterDocument, LetterSection, LetterSignature } from './email.ts';

/** The tokens of the design that letters use; mail programs know no custom properties. */
const ink = '#12181b';
const ink2 = '#414a4e';
const ink3 = '#586266';
const rule = '#d2d8d3';
const edge = '#75807f';
const desk = '#f0f2ef';
const sheet = '#ffffff';
const hand = '#1c3f94';
const stop = '#a0221c';
const serif = "'Source Serif 4',Charter,Cambria,Georgia,serif";
const sans = "'Source Sans 3','Segoe UI',Helvetica,Arial,sans-serif";
const mono = "'Source Code Pro',Consolas,Menlo,monospace";

const dark = `
.desk, .desk > table > tbody > tr > td { background: #0f1416 !important; }
.sheet { background: #171d20 !important; border-color: #2a3336 !important; }
.ink { color: #eceee9 !important; } .ink2 { color: #b7bfc0 !important; } .ink3 { color: #98a2a5 !important; }
.rule { border-color: #eceee9 !important; } .hair { border-color: #2a3336 !important; } .line { border-color: #76838a !important; }
.button { background: #eceee9 !important; color: #0f1416 !important; }
.code { background: #0b0f11 !important; color: #eceee9 !important; border-color: #76838a !important; }
.hand { color: #a9c0ff !important; } .stop { color: #ff9e92 !important; }`;

const css = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {${dark}
}
@media (max-width: 480px) {
.pad { padding: 24px 20px !important; } .title { font-size: 26px !important; }
.code { font-size: 25px !important; letter-spacing: 3px !important; padding: 14px 16px !important; }
.button { display: block !important; text-align: center !important; }
}`;

const paragraph: CSSProperties = { margin: '0 0 16px', font: `400 16px/1.5 ${sans}`, color: ink };
const small: CSSProperties = { margin: 0, font: `400 14px/1.5 ${sans}`, color: ink2 };

/** A title may be one word of 80 letters: it breaks, instead of pushing the sheet over the edge. Either property is not known everywhere. */
const breaking: CSSProperties = { overflowWrap: 'anywhere', wordBreak: 'break-word' };

/** The HTML of a letter, with every style inline. `sent` is the sentence at its foot. */
export function letterHtml(letter: Letter, sent: string): Promise<string> {
  return render(<LetterPage letter={letter} sent={sent} />);
}

function LetterPage({ letter, sent }: { letter: Letter; sent: string }) {
  return (
    <Html lang="en-GB">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{letter.subject}</title>
        <style>{css}</style>
      </Head>
      <Body className="desk" style={{ margin: 0, padding: '40px 12px', backgroundColor: desk }}>
        <Preview>{letter.preview}</Preview>
        <Container role="presentation" style={{ width: '100%', maxWidth: '560px' }}>
          <Masthead />
          <Sheet>
            <Heading
              className="ink title"
              style={{ margin: '0 0 16px', font: `400 30px/1.15 ${serif}`, letterSpacing: '-0.4px', color: ink }}
            >
              {letter.heading}
            </Heading>
            {letter.paragraphs.map((text) => (
              <Text key={text} className="ink" style={paragraph}>
                {text}
              </Text>
            ))}
            {letter.code ? <Code {...letter.code} /> : null}
            {letter.documents?.map((document) => (
              <DocumentBlock key={document.number + document.name} {...document} />
            ))}
            {letter.sections?.map((section) => (
              <SectionBlock key={section.heading ?? ''} {...section} />
            ))}
            {letter.signature ? <SignedReason {...letter.signature} /> : null}
            {letter.action ? (
              <Link
                className="button"
                href={letter.action.url}
                style={{
                  display: 'inline-block',
                  marginTop: '8px',
                  padding: '13px 22px',
                  background: ink,
                  borderRadius: '2px',
                  color: '#ffffff',
                  font: `600 16px/1.2 ${sans}`,
                  textDecoration: 'none',
                }}
              >
                {letter.action.label}
              </Link>
            ) : null}
            {letter.pages ? <Pages {...letter.pages} /> : null}
          </Sheet>
          <Text
            className="ink2"
            style={{ margin: 0, padding: '20px 0 0', font: `400 13px/1.5 ${sans}`, color: ink2, ...breaking }}
          >
            {sent}
          </Text>
        </Container>
      </Body>
    </Html>
  );
}

/** The product's name over the Oxford rule: 3 px over 1 px. */
function Masthead() {
  return (
    <Section style={{ marginBottom: '24px' }}>
      <Text
        className="ink rule"
        style={{
          margin: 0,
          paddingBottom: '12px',
          borderBottom: `3px solid ${ink}`,
          font: `400 26px/1 ${serif}`,
          letterSpacing: '-0.3px',
          color: ink,
        }}
      >
        Imprimatur
      </Text>
      <div
        className="rule"
        style={{ height: '2px', borderBottom: `1px solid ${ink}`, fontSize: 0, lineHeight: 0 }}
        data-skip-in-text="true"
      />
    </Section>
  );
}

function Sheet({ children }: { children: ReactNode }) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} border={0}>
      <tbody>
        <tr>
          <td
            className="sheet pad"
            style={{ background: sheet, border: `1px solid ${rule}`, padding: '36px 40px', ...breaking }}
          >
            {children}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Code({ label, code, note }: { label: string; code: string; note: string }) {
  return (
    <>
      <Text className="ink2" style={{ ...small, margin: '24px 0 6px', fontWeight: 600 }}>
        {label}
      </Text>
      <Text
        className="code ink"
        style={{
          margin: '0 0 6px',
          padding: '16px 20px',
          background: desk,
          border: `1px solid ${edge}`,
          font: `500 32px/1 ${mono}`,
          letterSpacing: '6px',
          whiteSpace: 'nowrap',
          color: ink,
        }}
      >
        {code}
      </Text>
      <Text className="ink2" style={{ ...small, margin: '0 0 16px' }}>
        {note}
      </Text>
    </>
  );
}

/** Things of one kind: a heading, the documents or plain facts, and how many more there are. */
function SectionBlock({ heading, documents = [], facts = [], more }: LetterSection) {
  return (
    <>
      {heading ? (
        <Heading as="h2" className="ink" style={{ margin: '28px 0 8px', font: `400 21px/1.25 ${serif}`, color: ink }}>
          {heading}
        </Heading>
      ) : null}
      {documents.map((document) => (
        <DocumentBlock key={document.number + document.name + document.version} {...document} />
      ))}
      {facts.length > 0 ? (
        <table
          role="presentation"
          width="100%"
          cellPadding={0}
          cellSpacing={0}
          border={0}
          style={{ margin: '8px 0 20px' }}
        >
          <tbody>
            <FactRows facts={facts} />
          </tbody>
        </table>
      ) : null}
      {more ? (
        <Text className="ink2" style={{ ...small, margin: '0 0 16px' }}>
          {more}
        </Text>
      ) : null}
    </>
  );
}

const cell: CSSProperties = { padding: '7px 0', borderTop: `1px solid ${rule}`, verticalAlign: 'top' };

function FactRows({ facts }: Pick<LetterDocument, 'facts'>) {
  return (
    <>
      {facts.map(({ label, value, late }) => (
        <tr key={label + value}>
          <td className="hair" width="30%" style={cell}>
            <Text className="ink3" style={{ ...small, color: ink3 }}>
              {label}
            </Text>
          </td>
          <td className="hair" style={cell}>
            <Text className={late ? 'stop' : 'ink'} style={{ ...small, color: late ? stop : ink }}>
              {late ? `${value}, overdue` : value}
            </Text>
          </td>
        </tr>
      ))}
    </>
  );
}

/** A title block: number in mono, title in serif, facts under hairlines. */
function DocumentBlock({ number, version, name, facts, link }: LetterDocument) {
  return (
    <table
      className="rule"
      role="presentation"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      border={0}
      style={{ margin: '8px 0 20px', borderTop: `3px solid ${ink}`, borderBottom: `1px solid ${ink}` }}
    >
      <tbody>
        <tr>
          <td colSpan={2} style={{ padding: '12px 0' }}>
            <Text className="ink2" style={{ margin: '0 0 4px', font: `400 14px/1.4 ${mono}`, color: ink2 }}>
              {number}{' '}
              <span className="ink3" style={{ fontFamily: sans, color: ink3 }}>
                Version {version}
              </span>
            </Text>
            <Text
              dir="auto"
              className="ink"
              style={{ margin: 0, font: `500 19px/1.3 ${serif}`, color: ink, textAlign: 'left' }}
            >
              {name}
            </Text>
          </td>
        </tr>
        <FactRows facts={facts} />
        {link ? (
          <tr>
            <td className="hair" colSpan={2} style={cell}>
              <Link className="hand" href={link.url} style={{ ...small, color: hand, textDecoration: 'underline' }}>
                {link.label}
              </Link>
            </td>
          </tr>
        ) : null}
      </tbody>
    </table>
  );
}

/** What was signed, as the record prints it: the reason, then the name in the hand's ink on a rule. */
function SignedReason({ reason, name, meaning, at }: LetterSignature) {
  return (
    <>
      <Text className="ink2" style={{ ...small, margin: '0 0 6px', fontWeight: 600 }}>
        Reason
      </Text>
      <Text
        className="ink"
        style={{ margin: '0 0 16px', font: `400 17px/1.5 ${serif}`, whiteSpace: 'pre-line', color: ink }}
      >
        {reason}
      </Text>
      <Text
        className="hand line"
        style={{
          margin: '0 0 6px',
          paddingBottom: '4px',
          borderBottom: `1px solid ${edge}`,
          font: `italic 400 21px/1.3 ${serif}`,
          color: hand,
        }}
      >
        {name}
      </Text>
      <Text className="ink2" style={{ ...small, margin: '0 0 20px' }}>
        {meaning}
        <br />
        {at}
      </Text>
    </>
  );
}

function Pages({ open, again }: NonNullable<Letter['pages']>) {
  const link = { color: hand, textDecoration: 'underline' };
  return (
    <Text className="ink2" style={{ ...small, margin: '24px 0 0' }}>
      If the button does not work, open{' '}
      <Link className="hand" href={open.url} style={link}>
        {open.label}
      </Link>{' '}
      and type your email and the code. Too late?{' '}
      <Link className="hand" href={again.url} style={link}>
        {again.label}
      </Link>
      .
    </Text>
  );
}
