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
import type { Email, EmailDocument, EmailSection, EmailSignature, Fact } from './email.ts';
import { breakWords, colours, small, styleSheet, typefaces } from './email-style.ts';

const { ink, ink2, ink3, rule, edge, ground, sheet, hand, stop } = colours;
const { serif, sans, mono } = typefaces;

/** Renders the HTML of an email with every style inline. */
export function renderEmailHtml(email: Email, footer: string): Promise<string> {
  return render(<EmailPage email={email} footer={footer} />);
}

function EmailPage({ email, footer }: { email: Email; footer: string }) {
  const { subject, preview, heading, paragraphs, code, sections = [], signature, action, codePages } = email;
  return (
    <Html lang="en-GB">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{styleSheet}</style>
      </Head>
      <Body className="ground" style={{ margin: 0, padding: '40px 12px', backgroundColor: ground }}>
        <Preview>{preview}</Preview>
        <Container role="presentation" style={{ width: '100%', maxWidth: '560px' }}>
          <Masthead />
          <Table>
            <tr>
              <td
                className="sheet pad"
                style={{ background: sheet, border: `1px solid ${rule}`, padding: '36px 40px', ...breakWords }}
              >
                <Heading
                  className="ink title"
                  style={{ margin: '0 0 16px', font: `400 30px/1.15 ${serif}`, letterSpacing: '-0.4px', color: ink }}
                >
                  {heading}
                </Heading>
                {paragraphs.map((text) => (
                  <Text
                    key={text}
                    className="ink"
                    style={{ margin: '0 0 16px', font: `400 16px/1.5 ${sans}`, color: ink }}
                  >
                    {text}
                  </Text>
                ))}
                {code ? <Code {...code} /> : null}
                {sections.map((section) => (
                  <SectionBlock key={section.heading ?? ''} {...section} />
                ))}
                {signature ? <Signature {...signature} /> : null}
                {action ? (
                  <Link className="button" href={action.url} style={button}>
                    {action.label}
                  </Link>
                ) : null}
                {codePages ? <CodePages {...codePages} /> : null}
              </td>
            </tr>
          </Table>
          <Text className="ink2" style={{ ...small, padding: '20px 0 0', font: `400 13px/1.5 ${sans}`, ...breakWords }}>
            {footer}
          </Text>
        </Container>
      </Body>
    </Html>
  );
}

const button: CSSProperties = {
  display: 'inline-block',
  marginTop: '8px',
  padding: '13px 22px',
  background: ink,
  borderRadius: '2px',
  color: '#ffffff',
  font: `600 16px/1.2 ${sans}`,
  textDecoration: 'none',
};

/** The product's name over a rule of 3 px and one of 1 px. */
function Masthead() {
  const name: CSSProperties = {
    margin: 0,
    paddingBottom: '12px',
    borderBottom: `3px solid ${ink}`,
    font: `400 26px/1 ${serif}`,
    letterSpacing: '-0.3px',
    color: ink,
  };
  return (
    <Section style={{ marginBottom: '24px' }}>
      <Text className="ink rule" style={name}>
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

/** A layout table: mail programs know no other layout that works everywhere. */
function Table({ children, ...props }: { className?: string; style?: CSSProperties; children: ReactNode }) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} border={0} {...props}>
      <tbody>{children}</tbody>
    </table>
  );
}

function SmallText({ margin, bold, children }: { margin: string; bold?: boolean; children: ReactNode }) {
  return (
    <Text className="ink2" style={{ ...small, margin, ...(bold ? { fontWeight: 600 } : {}) }}>
      {children}
    </Text>
  );
}

function Code({ label, code, note }: NonNullable<Email['code']>) {
  const box: CSSProperties = {
    margin: '0 0 6px',
    padding: '16px 20px',
    background: ground,
    border: `1px solid ${edge}`,
    font: `500 32px/1 ${mono}`,
    letterSpacing: '6px',
    whiteSpace: 'nowrap',
    color: ink,
  };
  return (
    <>
      <SmallText margin="24px 0 6px" bold>
        {label}
      </SmallText>
      <Text className="code ink" style={box}>
        {code}
      </Text>
      <SmallText margin="0 0 16px">{note}</SmallText>
    </>
  );
}

function SectionBlock({ heading, documents = [], facts = [], more }: EmailSection) {
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
        <Table style={{ margin: '8px 0 20px' }}>
          <FactRows facts={facts} />
        </Table>
      ) : null}
      {more ? <SmallText margin="0 0 16px">{more}</SmallText> : null}
    </>
  );
}

const cell: CSSProperties = { padding: '7px 0', borderTop: `1px solid ${rule}`, verticalAlign: 'top' };

function FactRows({ facts }: { facts: readonly Fact[] }) {
  return facts.map(({ label, value, overdue }) => (
    <tr key={label + value}>
      <td className="hair" width="30%" style={cell}>
        <Text className="ink3" style={{ ...small, color: ink3 }}>
          {label}
        </Text>
      </td>
      <td className="hair" style={cell}>
        <Text className={overdue ? 'stop' : 'ink'} style={{ ...small, color: overdue ? stop : ink }}>
          {overdue ? `${value}, overdue` : value}
        </Text>
      </td>
    </tr>
  ));
}

/** A document's number, title and facts. */
function DocumentBlock({ number, version, name, facts = [], link }: EmailDocument) {
  return (
    <Table
      className="rule"
      style={{ margin: '8px 0 20px', borderTop: `3px solid ${ink}`, borderBottom: `1px solid ${ink}` }}
    >
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
    </Table>
  );
}

/** A signature as the record prints it. */
function Signature({ reason, name, meaning, at }: EmailSignature) {
  const signed: CSSProperties = {
    margin: '0 0 6px',
    paddingBottom: '4px',
    borderBottom: `1px solid ${edge}`,
    font: `italic 400 21px/1.3 ${serif}`,
    color: hand,
  };
  return (
    <>
      <SmallText margin="0 0 6px" bold>
        Reason
      </SmallText>
      <Text
        className="ink"
        style={{ margin: '0 0 16px', font: `400 17px/1.5 ${serif}`, whiteSpace: 'pre-line', color: ink }}
      >
        {reason}
      </Text>
      <Text className="hand line" style={signed}>
        {name}
      </Text>
      <SmallText margin="0 0 20px">
        {meaning}
        <br />
        {at}
      </SmallText>
    </>
  );
}

function CodePages({ open, newCode }: NonNullable<Email['codePages']>) {
  const style = { color: hand, textDecoration: 'underline' };
  return (
    <SmallText margin="24px 0 0">
      If the button does not work, open{' '}
      <Link className="hand" href={open.url} style={style}>
        {open.label}
      </Link>{' '}
      and enter your email and the code.
      {newCode && (
        <>
          {' '}
          Code expired?{' '}
          <Link className="hand" href={newCode.url} style={style}>
            {newCode.label}
          </Link>
          .
        </>
      )}
    </SmallText>
  );
}
