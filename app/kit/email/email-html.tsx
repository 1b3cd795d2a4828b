import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Email, EmailDocument, EmailLink, EmailSection, EmailSignature, Fact } from './email.ts';
import { breakWords, colours, small, styleSheet, typefaces } from './email-style.ts';

const { ink, ink2, ink3, rule, edge, ground, sheet, hand, stop } = colours;
const { serif, sans, mono } = typefaces;

/** Older mail programs lay out tables and line heights by this document type. */
const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" ' +
  '"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/** Renders the HTML of an email with every style inline. */
export const renderEmailHtml = (email: Email, footer: string): string =>
  doctype + renderToStaticMarkup(<EmailPage email={email} footer={footer} />);

function EmailPage({ email, footer }: { email: Email; footer: string }) {
  const { subject, preview, heading, paragraphs, code, sections = [], signature, action, codePages } = email;
  return (
    <html dir="ltr" lang="en-GB">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <meta name="x-apple-disable-message-reformatting" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{styleSheet}</style>
      </head>
      <body className="ground" style={{ margin: 0, padding: 0, backgroundColor: ground }}>
        {/* Some mail programs drop the body, so that its cell has the ground and the space around the sheet. */}
        <Table align="center">
          <tr>
            <td style={{ margin: 0, padding: '40px 12px', backgroundColor: ground }}>
              <Preview text={preview} />
              <Table align="center" style={{ width: '100%', maxWidth: '560px' }}>
                <tr style={{ width: '100%' }}>
                  <td>
                    <Masthead />
                    <Table>
                      <tr>
                        <td
                          className="sheet pad"
                          style={{
                            background: sheet,
                            border: `1px solid ${rule}`,
                            padding: '36px 40px',
                            ...breakWords,
                          }}
                        >
                          <h1 className="ink title" style={title}>
                            {heading}
                          </h1>
                          {paragraphs.map((text) => (
                            <p key={text} className="ink" style={paragraph}>
                              {text}
                            </p>
                          ))}
                          {code ? <Code {...code} /> : null}
                          {sections.map((section) => (
                            <SectionBlock key={section.heading ?? ''} {...section} />
                          ))}
                          {signature ? <Signature {...signature} /> : null}
                          {action ? <Link className="button" {...action} style={button} /> : null}
                          {codePages ? <CodePages {...codePages} /> : null}
                        </td>
                      </tr>
                    </Table>
                    <p
                      className="ink2"
                      style={{ ...small, padding: '20px 0 0', font: `400 13px/1.5 ${sans}`, ...breakWords }}
                    >
                      {footer}
                    </p>
                  </td>
                </tr>
              </Table>
            </td>
          </tr>
        </Table>
      </body>
    </html>
  );
}

const maxPreviewLength = 150;
/** Spaces and marks of no width. Without them the mail program shows the beginning of the email after the preview. */
const filler = '\u00a0\u200c\u200b\u200d\u200e\u200f\ufeff';

/** The line that mail programs show beside the subject; it is not seen in the email. */
function Preview({ text }: { text: string }) {
  const shown = text.slice(0, maxPreviewLength);
  const hidden = { display: 'none', overflow: 'hidden', lineHeight: '1px', opacity: 0, maxHeight: 0, maxWidth: 0 };
  return (
    <div style={hidden}>
      {shown}
      {shown.length < maxPreviewLength ? <div>{filler.repeat(maxPreviewLength - shown.length)}</div> : null}
    </div>
  );
}

function Link({ label, url, ...props }: EmailLink & { className: string; style: CSSProperties }) {
  return (
    <a href={url} target="_blank" {...props}>
      {label}
    </a>
  );
}

const title: CSSProperties = {
  margin: '0 0 16px',
  font: `400 30px/1.15 ${serif}`,
  letterSpacing: '-0.4px',
  color: ink,
};
const paragraph: CSSProperties = { margin: '0 0 16px', font: `400 16px/1.5 ${sans}`, color: ink };
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
    <Table align="center" style={{ marginBottom: '24px' }}>
      <tr>
        <td>
          <p className="ink rule" style={name}>
            Imprimatur
          </p>
          <div
            className="rule"
            style={{ height: '2px', borderBottom: `1px solid ${ink}`, fontSize: 0, lineHeight: 0 }}
          />
        </td>
      </tr>
    </Table>
  );
}

/** A layout table: mail programs know no other layout that works everywhere. */
function Table({ children, ...props }: ComponentProps<'table'>) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} border={0} {...props}>
      <tbody>{children}</tbody>
    </table>
  );
}

function SmallText({ margin, bold, children }: { margin: string; bold?: boolean; children: ReactNode }) {
  return (
    <p className="ink2" style={{ ...small, margin, ...(bold ? { fontWeight: 600 } : {}) }}>
      {children}
    </p>
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
      <p className="code ink" style={box}>
        {code}
      </p>
      <SmallText margin="0 0 16px">{note}</SmallText>
    </>
  );
}

function SectionBlock({ heading, documents = [], facts = [], more }: EmailSection) {
  return (
    <>
      {heading ? (
        <h2 className="ink" style={{ margin: '28px 0 8px', font: `400 21px/1.25 ${serif}`, color: ink }}>
          {heading}
        </h2>
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
        <p className="ink3" style={{ ...small, color: ink3 }}>
          {label}
        </p>
      </td>
      <td className="hair" style={cell}>
        <p className={overdue ? 'stop' : 'ink'} style={{ ...small, color: overdue ? stop : ink }}>
          {overdue ? `${value}, overdue` : value}
        </p>
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
          <p className="ink2" style={{ margin: '0 0 4px', font: `400 14px/1.4 ${mono}`, color: ink2 }}>
            {number}{' '}
            <span className="ink3" style={{ fontFamily: sans, color: ink3 }}>
              Version {version}
            </span>
          </p>
          <p
            dir="auto"
            className="ink"
            style={{ margin: 0, font: `500 19px/1.3 ${serif}`, color: ink, textAlign: 'left' }}
          >
            {name}
          </p>
        </td>
      </tr>
      <FactRows facts={facts} />
      {link ? (
        <tr>
          <td className="hair" colSpan={2} style={cell}>
            <Link className="hand" {...link} style={{ ...small, color: hand, textDecoration: 'underline' }} />
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
      <p
        className="ink"
        style={{ margin: '0 0 16px', font: `400 17px/1.5 ${serif}`, whiteSpace: 'pre-line', color: ink }}
      >
        {reason}
      </p>
      <p className="hand line" style={signed}>
        {name}
      </p>
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
      If the button does not work, open <Link className="hand" {...open} style={style} /> and enter your email and the
      code.
      {newCode && (
        <>
          {' '}
          Code expired? <Link className="hand" {...newCode} style={style} />.
        </>
      )}
    </SmallText>
  );
}
