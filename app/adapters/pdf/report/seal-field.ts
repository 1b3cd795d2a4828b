import type { SignatureRequest } from '#app/adapters/pdf/certified-pdf.ts';
import { fieldName } from '#app/adapters/pdf/signature-field.ts';
import { unknownOffset } from '#app/adapters/pdf-signing/sign-update.ts';

interface Reference {
  data: Record<string, unknown>;
  end(): void;
}

/** Parts of pdfkit that its types lack. */
interface Internals {
  page: { dictionary: Reference; annotations: Reference[] };
  ref(data: Record<string, unknown>): Reference;
  _root: Reference;
  _acroform: { fonts: Record<string, never>; defaultFont: string };
}

/** Hidden, and locked (ISO 32000-1, table 165): it is not on the page, so that no screen reader announces it. */
const flags = 130;
/** Signatures exist, and the file may be appended to alone (table 219). */
const signatureFlags = 3;

/**
 * Puts an empty signature over the whole document on its current page. The function that is returned writes it, and is
 * called after the document's own `end`: nothing but the index follows it then.
 */
export function addSealField(document: PDFKit.PDFDocument, { facts, room }: SignatureRequest): () => void {
  const pdf = document as unknown as Internals;
  const signature = pdf.ref({});
  const field = pdf.ref({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    // pdfkit writes a String object as a text, a plain one as a name.
    T: new String(`${fieldName}1`),
    V: signature,
    Rect: [0, 0, 0, 0],
    F: flags,
    P: pdf.page.dictionary,
  });
  pdf.page.annotations.push(field);
  field.end();
  // A form without a font: pdfkit writes it when the document ends.
  pdf._acroform = { fonts: {}, defaultFont: 'none' };
  pdf._root.data.AcroForm = pdf.ref({ Fields: [field], SigFlags: signatureFlags, DR: { Font: {} } });
  return () => {
    signature.data = {
      Type: 'Sig',
      Filter: 'Adobe.PPKLite',
      SubFilter: 'ETSI.CAdES.detached',
      M: new Date(facts.at),
      Name: new String(facts.organisation),
      Reason: new String(facts.reason),
      ByteRange: [0, unknownOffset, unknownOffset, unknownOffset],
      Contents: Buffer.alloc(room),
    };
    signature.end();
  };
}
