import { buffer } from 'node:stream/consumers';
import { PDFDocument } from 'pdf-lib';
import PDFKit from 'pdfkit';
import type { Instant } from '#events/time.ts';
import { oxfordRule, qrCode, rule, rosette, rosetteType } from '#app/adapters/pdf/drawing.ts';
import { measure, paper, type } from '#app/adapters/pdf/colours.ts';
import { openFontSet } from '#app/adapters/pdf/type/font-set.ts';
import { Typesetter } from '#app/adapters/pdf/type/typesetter.ts';
import type { Style } from '#app/adapters/pdf/type/typesetter.ts';
import type { ManifestFacts, ManifestSignature } from '#app/adapters/pdf/manifest-facts.ts';
import { groupHex } from '#app/ui/rosette/rosette.ts';
import { showDate, showSeconds } from '#app/ui/text/date.ts';
import { inDigits } from '#app/ui/text/count.ts';

const bodyEnd = 696;
const footTop = 710;
const gap = 28;
const column = (measure - gap) / 2;
const labelWidth = 68;
const { kicker, title, subtitle, heading, name, label, fact, fingerprint, assertion, small } = type;
const faces = [
  kicker,
  title,
  subtitle,
  heading,
  name,
  label,
  fact,
  fingerprint,
  assertion,
  small,
  ...Object.values(rosetteType),
];

const moment = (at: Instant): string => `${showDate(at, 'UTC')} ${showSeconds(at)} UTC`;
const eventNumber = (position: string): string => `No. ${inDigits(position)}`;

/**
 * The manifestation of signatures as pages of their own: A4, fonts embedded. The same facts always give the same bytes.
 */
export async function drawManifest(facts: ManifestFacts): Promise<Buffer> {
  const document = new PDFKit({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    compress: true,
    font: '',
    info: { Title: `Signature manifest of ${facts.document.title}`, CreationDate: new Date(facts.madeAt) },
  });
  const set = new Typesetter(document, await openFontSet(faces, textsOf(facts)));
  const written = buffer(document);
  new Manifest(set, facts).draw();
  document.end();
  return written;
}

/** Every text of the facts, and the words of the page itself. */
function textsOf(facts: ManifestFacts): string[] {
  const texts: string[] = [
    words.join(' '),
    ...(facts.versions ? [versionWords] : []),
    ...(facts.signatures.length === 0 ? [unsigned] : []),
    '0123456789ABCDEFabcdefghijklmnopqrstuvwxyz,.:-',
  ];
  JSON.stringify(facts, (_key, value: unknown) => {
    if (typeof value === 'string') texts.push(value);
    return value;
  });
  return texts;
}

const consent =
  'Each signer confirmed their identity at the moment of signing, with email and password where nothing else is ' +
  'named. Electronic signatures on this page are legally binding and equivalent to handwritten ones.';
const attached =
  'The file that was signed carries signatures of others, so it is not changed: it is attached to these pages as ' +
  'it is.';
const certificateOf = 'The certificate of';
/** What stands before the pages of signatures. */
const madeFrom = {
  restrictions: 'Made from an unrestricted rendition of the original, SHA-256',
  repaired: 'Made from a repaired rendition of the original, SHA-256',
} as const;
const comparing = 'Compare the fingerprint with the file you hold';
const words = [
  'Signature manifest, continued version File signed Rendition pages page bytes Fingerprint Effective Electronic ' +
    'signatures',
  'Printed name Meaning Reason Confirmed by Passkey Date Audit event Signer ID Recorded acts No. UTC SHA-256 Page of',
  'JanFebMarAprMayJunJulAugSepOctNovDec',
  consent,
  attached,
  comparing,
  certificateOf,
  ...Object.values(madeFrom),
  'Sealed with , SHA-256',
  ', or follow the code to verify. Printed copies are uncontrolled.',
];

/** Apart from the other words: pages without versions have the same fonts as before. */
const versionWords = 'Versions Sent by.';

/** Of a version that was declared effective outside the system. */
const unsigned = 'None. Nobody was asked to sign this version here.';

/** How many pages it has. */
export const pagesOfManifest = async (manifest: Buffer): Promise<number> =>
  (await PDFDocument.load(manifest, { updateMetadata: false })).getPageCount();

class Manifest {
  #y = 0;

  constructor(
    private readonly set: Typesetter,
    private readonly facts: ManifestFacts,
  ) {}

  draw(): void {
    this.#head();
    this.#fileFacts();
    this.#signatures();
    this.#acts();
    this.#versions();
    this.#feet();
  }

  get #pdf(): PDFKit.PDFDocument {
    return this.set.document;
  }

  #head(): void {
    const { document, organisation, original } = this.facts;
    const rosetteSize = 90;
    const width = measure - rosetteSize - 20;
    const left = paper.margin;
    let y = this.set.write('Signature manifest', left, paper.margin, width, type.kicker);
    y = this.set.write(document.title, left, y + 2, width, type.title);
    y = this.set.write(`${document.number}, version ${document.version}`, left, y + 2, width, type.subtitle);
    y = this.set.write(organisation, left, y, width, type.subtitle);
    rosette(this.set, original.sha256, {
      x: paper.width - paper.margin - rosetteSize,
      y: paper.margin,
      size: rosetteSize,
      centre: document.version,
      rim: true,
    });
    const below = Math.max(y, paper.margin + rosetteSize) + 10;
    this.#y = oxfordRule(this.#pdf, left, below, measure) + 14;
  }

  #continue(): void {
    const { document } = this.facts;
    this.#pdf.addPage();
    const left = paper.margin;
    let y = this.set.write('Signature manifest, continued', left, paper.margin, measure, type.kicker);
    const name = `${document.title}, ${document.number}, version ${document.version}`;
    y = this.set.draw(this.set.lines(name, type.subtitle, measure, true), left, y, type.subtitle);
    this.#y = oxfordRule(this.#pdf, left, y + 6, measure) + 14;
  }

  #fileFacts(): void {
    const { original, effective, certificate, isAttached, rendition } = this.facts;
    const pages = `${original.pages} ${original.pages === 1 ? 'page' : 'pages'}`;
    const inTwoLines = (sha256: string) => groupHex(sha256).replace(/^((?:\S+ ){3}\S+) /, '$1\n');
    const rows: Fact[] = [
      ['File signed', `${original.name}, ${pages}, ${inDigits(original.size)} bytes`, type.fact],
      ['Fingerprint', inTwoLines(original.sha256), type.fingerprint],
    ];
    if (certificate) {
      rows.push(['Sealed with', `${certificateOf} ${certificate.organisation}, SHA-256`, type.fact]);
      rows.push(['', inTwoLines(certificate.fingerprint), type.fingerprint]);
    }
    if (isAttached) rows.push(['', attached, type.fact]);
    if (rendition) {
      rows.push(['Rendition', madeFrom[rendition.because], type.fact]);
      rows.push(['', inTwoLines(rendition.sha256), type.fingerprint]);
    }
    if (effective !== null) rows.push(['Effective', effective, type.fact]);
    this.#y = this.#facts(rows, paper.margin, this.#y, 62, measure - 62, 3.5) + 8;
  }

  #signatures(): void {
    this.#y = this.set.write('Electronic signatures', paper.margin, this.#y, measure, type.heading) + 5;
    const { signatures } = this.facts;
    if (signatures.length === 0) this.#y = this.set.write(unsigned, paper.margin, this.#y, measure, type.fact) + 8;
    for (let at = 0; at < signatures.length; at += 2) {
      const pair = signatures.slice(at, at + 2);
      const height = Math.max(...pair.map((signature) => this.#signature(signature, 0, 0, false)));
      if (this.#y + height > bodyEnd) this.#continue();
      pair.forEach((signature, side) => {
        this.#signature(signature, paper.margin + side * (column + gap), this.#y, true);
      });
      this.#y += height + 14;
    }
  }

  /** Draws one signature, or only measures it; gives back its height. */
  #signature(signature: ManifestSignature, x: number, y: number, drawn: boolean): number {
    const name = this.set.lines(signature.signedName, type.name, column);
    const nameHeight = name.length * type.name.leading;
    const rows: Fact[] = [
      ['Printed name', [signature.printedName, signature.role].filter(Boolean).join(', '), type.fact],
      ['Meaning', signature.meaning, type.fact],
    ];
    if (signature.reason) rows.push(['Reason', signature.reason, type.fact, asWritten]);
    if (signature.checked) rows.push(['Confirmed by', signature.checked, type.fact]);
    rows.push(['Date', moment(signature.signedAt), type.fact]);
    if (signature.position !== null) rows.push(['Audit event', eventNumber(signature.position), type.fact]);
    rows.push(['Signer ID', signature.signer, type.fingerprint]);
    if (signature.comparison) rows.push(['Shown as changed', groupHex(signature.comparison), type.fingerprint]);
    if (signature.passkey) rows.push(['Passkey', assertionText(signature.passkey), assertion]);
    if (drawn) {
      this.set.draw(name, x, y, type.name);
      rule(this.#pdf, x, y + nameHeight + 2, column);
    }
    const top = y + nameHeight + 8;
    return this.#facts(rows, x, top, labelWidth, column - labelWidth, 3, drawn) - y;
  }

  /** Rows of label and value; gives back the y below them. */
  #facts(rows: Fact[], x: number, y: number, label: number, value: number, space: number, drawn = true): number {
    let at = y;
    for (const [name, text, style, direction] of rows) {
      const lines = this.set.lines(text, style, value, direction !== asWritten);
      if (drawn) {
        this.set.write(name, x, at, label, type.label);
        // A smaller face sits on the label's line.
        this.set.draw(lines, x + label, at + (type.label.leading - style.leading) / 2, style);
      }
      at += Math.max(lines.length * style.leading, type.label.leading) + space;
    }
    return at;
  }

  #acts(): void {
    const { acts } = this.facts;
    if (acts.length === 0) return;
    if (this.#y + 60 > bodyEnd) this.#continue();
    this.#y = this.set.write('Recorded acts', paper.margin, this.#y + 4, measure, type.heading) + 2;
    const when = 128;
    for (const act of acts) {
      const text = act.position === null ? act.sentence : `${act.sentence} ${eventNumber(act.position)}`;
      const lines = this.set.lines(text, type.fact, measure - when, true);
      const height = lines.length * type.fact.leading;
      if (this.#y + height > bodyEnd) this.#continue();
      this.set.write(moment(act.at), paper.margin, this.#y, when, type.label);
      this.set.draw(lines, paper.margin + when, this.#y, type.fact);
      this.#y += height + 3;
    }
  }

  #versions(): void {
    const { versions = [] } = this.facts;
    if (versions.length === 0) return;
    if (this.#y + 60 > bodyEnd) this.#continue();
    this.#y = this.set.write('Versions', paper.margin, this.#y + 4, measure, type.heading) + 2;
    const when = 128;
    for (const { version, sentAt, by, says } of versions) {
      const lines = this.set.lines(`${says} Sent by ${by}.`.trim(), type.fact, measure - when, true);
      if (this.#y + type.fact.leading > bodyEnd) this.#continue();
      this.set.write(`${version}, ${showDate(sentAt, 'UTC')}`, paper.margin, this.#y, when, type.label);
      // A summary of fifty lines is longer than a page.
      for (let rest = lines; rest.length > 0;) {
        if (this.#y + type.fact.leading > bodyEnd) this.#continue();
        const fit = Math.floor((bodyEnd - this.#y) / type.fact.leading);
        this.set.draw(rest.slice(0, fit), paper.margin + when, this.#y, type.fact);
        this.#y += Math.min(fit, rest.length) * type.fact.leading;
        rest = rest.slice(fit);
      }
      this.#y += 3;
    }
  }

  #feet(): void {
    const { count } = this.#pdf.bufferedPageRange();
    const { original, verifyUrl, isAttached } = this.facts;
    const before = isAttached ? 0 : original.pages;
    const codeSize = 48;
    for (let page = 0; page < count; page++) {
      this.#pdf.switchToPage(page);
      rule(this.#pdf, paper.margin, footTop, measure);
      const width = measure - (verifyUrl === null ? 0 : codeSize + 24);
      let y = this.set.write(consent, paper.margin, footTop + 10, width, type.small);
      const how = verifyUrl === null ? `${comparing}.` : `${comparing}, or follow the code to verify.`;
      const number = `Page ${before + page + 1} of ${before + count}`;
      y = this.set.write(`${how} Printed copies are uncontrolled. ${number}`, paper.margin, y, width, type.small);
      if (verifyUrl === null) continue;
      qrCode(this.#pdf, verifyUrl, paper.width - paper.margin - codeSize, footTop + 9, codeSize);
      this.#pdf.link(paper.width - paper.margin - codeSize, footTop + 9, codeSize, codeSize, verifyUrl);
    }
  }
}

/**
 * An assertion (WebAuthn) in lines that fit: authenticator data, client data and signature, each on lines of its own.
 */
const assertionText = ({ authenticatorData, clientDataJSON, signature }: NonNullable<ManifestSignature['passkey']>) =>
  [authenticatorData, clientDataJSON, signature].flatMap((text) => text.match(/.{1,48}/g) ?? []).join('\n');

/** Somebody's own words, in whichever direction they are read. */
const asWritten = 'as written';

type Fact = [label: string, value: string, style: Style, direction?: typeof asWritten];
