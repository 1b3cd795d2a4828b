import type { Rendition } from '#events/document/events.ts';
import type { Instant } from '#events/time.ts';

/** One signature as 21 CFR 11.50 wants it shown. Every text that is no moment is shown as it is. */
export interface ManifestSignature {
  /** What stands on the line, in the hand's blue. */
  signedName: string;
  printedName: string;
  /** In words; shown after the printed name. */
  role: string;
  meaning: string;
  /** Empty where none was given. */
  reason: string;
  /** How the signer was checked, in words; null where by email and password alone, as the page's foot says. */
  checked: string | null;
  /** SHA-256 of the comparison with an earlier version that the signer was shown; null where there was none. */
  comparison: string | null;
  signedAt: Instant;
  /** The signer's uid. */
  signer: string;
  /** What the signer's passkey answered, in base64url; null where none was asked. */
  passkey: { authenticatorData: string; clientDataJSON: string; signature: string } | null;
  /** The event's position in the ledger; null where it is not known. */
  position: string | null;
}

/** What somebody did without signing: shown with its time, never drawn as a signature. */
export interface RecordedAct {
  /** A sentence with a subject. */
  sentence: string;
  at: Instant;
  position: string | null;
}

/** An approved version of the document, up to the one that was signed. */
export interface ManifestVersion {
  version: string;
  /** When it was sent for review, by whom. */
  sentAt: Instant;
  by: string;
  /** What it changes and why, in sentences; empty where nobody said so. */
  says: string;
}

export interface ManifestFacts {
  organisation: string;
  /** `number` as it is shown: `SOP - QA - 017`. */
  document: { number: string; title: string; version: string };
  /** The PDF that was signed: SHA-256 in lower-case hex, size in bytes. */
  original: { name: string; sha256: string; size: number; pages: number };
  /** Whose certificate seals the whole file, and its SHA-256; null where none does. */
  certificate: { organisation: string; fingerprint: string } | null;
  /** In words: `04 Mar 2026`; null where it is not set. */
  effective: string | null;
  signatures: ManifestSignature[];
  acts: RecordedAct[];
  /** The versions, the newest first; absent where none of them says what it changes. */
  versions?: ManifestVersion[];
  /** The page that verifies the fingerprint; also in the QR code. Null: no code. */
  verifyUrl: string | null;
  /** The PDF's own date, so that equal facts make equal bytes. */
  madeAt: Instant;
  /** What stands before these pages instead of the PDF that was signed; null where that PDF itself does. */
  rendition: Rendition | null;
  /** The PDF that was signed is attached to these pages; else it stands before them. */
  isAttached: boolean;
}
