/** What an e-mail says, before it is drawn: one source for its HTML and its text. Every text is plain, in any script. */
export interface Letter {
  subject: string;
  /** The line that mail programs show beside the subject. */
  preview: string;
  heading: string;
  paragraphs: readonly string[];
  code?: { label: string; code: string; note: string };
  documents?: readonly LetterDocument[];
  sections?: readonly LetterSection[];
  signature?: LetterSignature;
  action?: LetterLink;
  /** For a code: the page it is typed on, where the action cannot be followed, and the page for another code. */
  pages?: { open: LetterLink; again: LetterLink };
  /** Completes "Sent to … because …", then what to do with it where it was not expected. */
  because: string;
  unexpected?: string;
}

/** Things of one kind in a letter that lists many. */
export interface LetterSection {
  heading?: string;
  documents?: readonly LetterDocument[];
  facts?: LetterDocument['facts'];
  /** What is not listed, in a sentence. */
  more?: string;
}

export interface LetterLink {
  label: string;
  url: string;
}

/** A controlled document as a letter names it. */
export interface LetterDocument {
  /** `SOP - QA - 017`. */
  number: string;
  version: string;
  name: string;
  facts: readonly { label: string; value: string; late?: boolean }[];
  link?: LetterLink;
}

/** An act that was signed, as the record shows it: typeset, never drawn. */
export interface LetterSignature {
  reason: string;
  name: string;
  meaning: string;
  /** `12 Mar 2026 14:05 UTC`. */
  at: string;
}

/** Who writes to whom about which organisation, for every letter. */
export interface LetterContext {
  /** The origin that people use, without a slash at its end. */
  publicUrl: string;
  organisation: string;
  /** IANA zone name: dates without a time are shown in it. */
  timeZone: string;
  to: { firstName: string; email: string };
  /** Now, ISO 8601 in UTC. */
  now: string;
}

/** `IT, Production and Quality`. */
export const listed = (names: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { style: 'long', type: 'conjunction' }).format(names);
