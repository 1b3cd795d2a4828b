import type { Instant } from '#events/time.ts';

/** The content of an email before it is rendered: one source for its HTML and its text. All texts are plain. */
export interface Email {
  subject: string;
  /** The line that mail programs show beside the subject. */
  preview: string;
  heading: string;
  paragraphs: readonly string[];
  code?: { label: string; code: string; note: string };
  sections?: readonly EmailSection[];
  signature?: EmailSignature;
  action?: EmailLink;
  /** For a code: the page where it is entered, for readers whose button does not work, and the page for a new code. */
  codePages?: { open: EmailLink; newCode: EmailLink | null };
  /** Completes "Sent to … because …", followed by what to do if the email was not expected. */
  because: string;
  unexpected?: string;
}

/** Documents or facts of one kind, with an optional heading. */
export interface EmailSection {
  heading?: string;
  documents?: readonly EmailDocument[];
  facts?: readonly Fact[];
  /** A sentence about the items that are not listed. */
  more?: string;
}

export interface EmailLink {
  label: string;
  url: string;
}

export interface Fact {
  label: string;
  value: string;
  overdue?: boolean;
}

/** A controlled document as emails name it. */
export interface EmailDocument {
  /** `SOP - QA - 017`. */
  number: string;
  version: string;
  name: string;
  facts?: readonly Fact[];
  link?: EmailLink;
}

/** A signature as the record shows it. */
export interface EmailSignature {
  reason: string;
  name: string;
  meaning: string;
  /** `12 Mar 2026 14:05 UTC`. */
  at: Instant;
}

/** The sending organisation, the recipient and the time, for every template. */
export interface EmailContext {
  /** The origin that people use, without a trailing slash. */
  publicUrl: string;
  organisation: string;
  /** IANA zone name: dates without a time are shown in it. */
  timeZone: string;
  to: { firstName: string; email: string };
  now: Instant;
}
