import { Link } from '@remix-run/react';
import type { Chapter } from './chapter.ts';
import approve from './pictures/approve.webp';
import auditTrail from './pictures/audit-trail.webp';
import { Picture } from './picture.tsx';
import create from './pictures/create.webp';

/** What Authors do, and Admins as well. */
export const authors: readonly Chapter[] = [
  {
    id: 'creating',
    title: 'Creating a document',
    who: 'For Authors and Admins',
    body: (
      <>
        <p>
          <b>Manage Documents</b>, then <b>Create new document</b>. The title has up to 80 characters, begins with a
          letter or a digit, and is not in use. Then:
        </p>
        <ul>
          <li>
            the <b>working document</b>, which authors edit, and the <b>final PDF</b>, which people read and sign. The
            server checks that a file is what its name says, and records its fingerprint;
          </li>
          <li>
            <b>type</b>, <b>functional area</b> and <b>Doc ID</b>, which together name the document for good: three
            digits, and for a Form or a Template two more after a hyphen, as 001-01;
          </li>
          <li>
            the <b>version</b>, as 1.0; and the <b>approvers</b>: active Admins and Authors.
          </li>
        </ul>
        <Picture
          src={create}
          alt="The page of a new document: the title with Edit Title, who creates it, and the places for the working document and the final PDF."
          caption="A new document, with its two files."
        />
        <p>
          <b>Create</b> sends it to its approvers. <b>Save draft</b> keeps it as a draft that only authors and admins
          see; a draft that was never sent can be discarded.
        </p>
      </>
    ),
  },
  {
    id: 'approving',
    title: 'Approving and rejecting',
    who: 'For approvers',
    body: (
      <>
        <p>
          What waits for you stands under <b>Start here</b>, and an e-mail told you. <b>Sign &amp; Approve Document</b>{' '}
          opens it. Download the PDF and read it; until then the form is locked. Then decide:{' '}
          <b>I have read and approve the document</b>, or <b>I do not approve this document</b>, which asks for a
          reason. Sign with your email address, your password and your name.
        </p>
        <Picture
          src={approve}
          alt="The page on which an approver signs: the pages of the PDF on one side; on the other the steps, Download the PDF first, with Decide and Sign locked until then."
          caption="A document that waits for a signature. What is signed is the very file that was downloaded."
        />
        <p>
          When everybody has approved, an Admin gives the final approval. One rejection is enough to send the document
          back: the others need not sign any more, and its owner is told the reason. Your signature names the version
          and the fingerprint of the very PDF that you downloaded.
        </p>
        <p>
          The owner or an Admin can add an approver, take back an approval that is still open, or name somebody else in
          the place of one who is away, from the document’s page of <b>Approvers</b>. A signature that was given stays.
        </p>
      </>
    ),
  },
  {
    id: 'revising',
    title: 'Revising a document',
    who: 'For owners and Admins',
    body: (
      <>
        <p>
          Open the document and choose <b>Create Revision</b>, or its row in <b>Manage Documents</b> while it is not in
          force. A revision needs a newer version and a final PDF of its own; the working file may stay. <b>Revise</b>{' '}
          sends it to the approvers. The version in force stays in force until the new one replaces it on its date.
        </p>
        <p>
          <b>View History</b> lists every version that was ever approved, with both its files. If somebody else has
          changed the document since you opened it, you are told who and when, and nothing is overwritten.
        </p>
      </>
    ),
  },
  {
    id: 'periodic-review',
    title: 'Periodic review',
    who: 'For owners and Admins',
    body: (
      <p>
        Some time after a document became effective, or was last reviewed, it is due for review: it stands under{' '}
        <b>Start here</b>, and an e-mail tells its owner and the Admins. Record the outcome on the document’s page: no
        change is needed, or it is to be revised. Both are recorded with your name and the date.
      </p>
    ),
  },
  {
    id: 'audit-trail',
    title: 'The audit trail',
    who: 'For Authors and Admins',
    body: (
      <>
        <p>
          Every act is an event: who, what, when, from where, and for a change the old and the new value. A document’s{' '}
          <b>Audit trail</b> shows its events by day and can be downloaded as PDF, CSV and JSON. Enter a moment under{' '}
          <b>as of</b> to see the record as it was then; such a page is tinted, and nothing can be changed from it.
        </p>
        <Picture
          src={auditTrail}
          alt="The head of a document’s audit trail: its status, Download Audit Trail, Download proof bundle, the life of its versions, and the log with its checkpoint, its root and Verify all."
          caption="The head of an audit trail. Its events follow by day, each with its hash."
        />
        <p>
          Nothing in it can be changed or removed, by anybody. How that can be checked, without trusting us, is in the
          next chapter.
        </p>
      </>
    ),
  },
  {
    id: 'verifying',
    title: 'Verifying a record',
    who: 'For Authors, Admins and auditors',
    body: (
      <>
        <p>
          Each event carries a short hash. <b>Verify</b> beside it shows the computation: the event’s own bytes, its
          place in the ledger, and the steps that lead to the signed checkpoint. A single changed letter anywhere in the
          history would lead to another result.
        </p>
        <p>
          The JSON download holds the events with their proofs in open formats (RFC 6962, C2SP), and the public key
          checks the checkpoints. They can be verified years later with public tools, without this software. A signed
          PDF lists its signatures on its last page, each with name, meaning, date and time; the original lies beside
          it, byte for byte. Its fingerprint is the SHA-256 of the file: any program that computes one can compare it.
        </p>
        <p>
          Auditors who need an account are invited like everybody else (<Link to="/manual#team">Team members</Link>).
        </p>
      </>
    ),
  },
];
