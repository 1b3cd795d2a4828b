import { Link } from '@remix-run/react';
import type { Chapter } from './chapter.ts';
import approve from './pictures/approve.webp';
import auditTrail from './pictures/audit-trail.webp';
import { Picture } from './picture.tsx';
import { alongRoute } from './routes.tsx';
import create from './pictures/create.webp';

/** Tasks of Authors and Admins. */
export const authors: readonly Chapter[] = [
  {
    id: 'home',
    title: 'Finding what is next',
    who: 'For Authors and Admins',
    body: (
      <>
        <p>
          The numbers at the top of <b>Documents</b> are links: what waits for you, what is in review, what became
          effective this month, and overdue training. The line beside each shows its last 12 weeks. <b>Start here</b>{' '}
          lists your tasks, the oldest first; <b>All</b> below them shows the rest. On a wide screen the margin lists
          what becomes effective or due in the next 30 days.
        </p>
        <p>
          The list follows the search and the filters while you change them. A filter stands above the list and is
          removed with its cross. <b>Views</b> saves the search, filters and order under a name, for you alone. A row
          opens its document. Where a version in force has a successor on its way, the row has both, and each status is
          a link.
        </p>
      </>
    ),
  },
  {
    id: 'creating',
    title: 'Creating a document',
    who: 'For Authors and Admins',
    body: (
      <>
        <p>
          <b>Manage Documents</b>, then <b>Create new document</b>. The title has up to 80 characters, begins with a
          letter or a digit, and must be new. Then:
        </p>
        <ul>
          <li>
            the <b>working document</b>, which authors edit, and the <b>final PDF</b>, which people read and sign. The
            server checks that a file is what its name says, and records its fingerprint;
          </li>
          <li>
            <b>type</b>, <b>functional area</b> and <b>Doc ID</b>, which identify the document and cannot be changed
            later. A Doc ID has three digits, and for a Form or a Template two more after a hyphen, for example 001-01;
          </li>
          <li>
            the <b>version</b>, for example 1.0; and the <b>approvers</b>: active Admins and Authors.
          </li>
        </ul>
        <Picture
          src={create}
          alt={
            'The page of a new document: the title with Edit Title, who creates it, and the places for the ' +
            'working document and the final PDF.'
          }
          caption="A new document, with its two files."
        />
        <p>
          <b>Create</b> sends it to its approvers. <b>Save draft</b> saves a draft that only authors and admins see. A
          draft that was never sent can be discarded.
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
          Your open approvals are under <b>Start here</b>, and you get an email for each.{' '}
          <b>Sign &amp; Approve Document</b> opens it. Download the PDF and read it; until then the form is locked. Then
          decide: <b>I have read and approve the document</b>, or <b>I do not approve this document</b>, which asks for
          a reason. Sign with your email address, your password and your name.
        </p>
        <Picture
          src={approve}
          alt={
            'The page on which an approver signs: the pages of the PDF on one side; on the other the steps, ' +
            'Download the PDF first, with Decide and Sign locked until then.'
          }
          caption="A document that waits for a signature. The signature covers exactly the downloaded file."
        />
        <p>
          When everyone has approved, an Admin gives the final approval. One rejection sends the document back: the
          others need not sign, and the owner gets the reason. Your signature names the version and the fingerprint of
          the PDF that you downloaded.
        </p>
        <p>
          The owner or an Admin can add approvers, cancel open approvals and replace approvers on the document’s{' '}
          <b>Approvers</b> page. Signatures stay.
        </p>
      </>
    ),
  },
  alongRoute,
  {
    id: 'absence',
    title: 'While you are away',
    who: 'For Authors and Admins',
    body: (
      <p>
        <b>Absence</b> in the menu under your name declares the days on which you are away, both included, and a deputy:
        an active Author or Admin who is not absent on any of them. The deputy approves in their own name, and the
        signature says for whom. Where a step asks for a function, the deputy needs it too. Nobody stands in for a
        deputy. An absence covers approvals of versions that take a route; nobody can train in place of another person.{' '}
        <b>End now</b> ends it early. The page also lists for whom you stand in.
      </p>
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
          <b>What changes and why</b> says of what kind the change is, its reason, and in one line for each place what
          is different. It names what asked for it: the accepted change requests that you tick, the periodic review, or
          a reference such as CAPA-0012. Approvers and readers see it with the version, the tab <b>Record</b> keeps it,
          and the page of signatures lists it for each version. A minor change keeps the major number. Your organisation
          may require kind, reason and one line.
        </p>
        <p>
          <b>Training on this version</b> is your proposal: with <b>No training</b>, which needs its reason, the final
          approval has <i>Training is not required</i> ticked; the Admin decides. The report <b>Change Register</b>{' '}
          lists all of it by period.
        </p>
        <p>
          <b>View History</b> lists every approved version with its files; <b>Compare versions</b> below it shows what
          changed between any two, also those in review. If somebody else changed the document after you opened it, the
          page shows who and when, and nothing is overwritten.
        </p>
        <p>
          <b>Transfer ownership</b> gives a document to another active Author or Admin: drafts, rejections and periodic
          reviews go with it, and both get an email. A revision, other approvers, dates or departments and a new owner
          have the field <b>Reason for change</b>. Your organisation may require it.
        </p>
      </>
    ),
  },
  {
    id: 'document-record',
    title: 'Training and files of a document',
    who: 'For Authors and Admins',
    body: (
      <p>
        The tab <b>Record</b> shows who still has to read and sign, and who is overdue. Its owner and the Admins can{' '}
        <b>Remind</b> a person by email, once a day; the audit trail shows each reminder. <b>Files</b> has each stored
        file beside its fingerprint, also the original PDF as it was uploaded.
      </p>
    ),
  },
  {
    id: 'periodic-review',
    title: 'Periodic review',
    who: 'For owners and Admins',
    body: (
      <p>
        A document is due for review some time after it became effective or was last reviewed. It then shows under{' '}
        <b>Start here</b>, and its owner and the Admins get an email. Record the outcome on the document’s page: no
        change is needed, or it must be revised. Your name and the date are recorded.
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
          Everything that people do is an event: who, what, when, from where, and for a change the old and the new
          value. A document’s <b>Audit trail</b> shows its events by day and can be downloaded as PDF, CSV and JSON.
          Enter a time under <b>View as of</b> to see the record as it was then. Such a page is tinted and cannot change
          anything.
        </p>
        <Picture
          src={auditTrail}
          alt={
            'The head of a document’s audit trail: its status, Download Audit Trail, Download proof bundle, the ' +
            'life of its versions, and the log with its checkpoint, its root and Verify all.'
          }
          caption="The head of an audit trail. Its events follow by day, each with its hash."
        />
        <p>Nobody can change or remove anything in it. The next chapter explains how to verify that.</p>
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
          Each event carries a short hash. <b>Verify</b> beside it shows the computation: the event data, its position
          in the ledger, and the steps to the signed checkpoint. A single changed letter in the history would give
          another result.
        </p>
        <p>
          The JSON download holds the events with their proofs in open formats (RFC 6962, C2SP), and the public key
          checks the checkpoints. Public tools can verify them years later, without this software. A signed PDF lists
          its signatures on its last page, each with name, meaning, date and time. The original file stays unchanged. A
          fingerprint is the SHA-256 of the file, which many programs can compute.
        </p>
        <p>
          Auditors who need an account are invited like everyone else (<Link to="/manual#team">Team members</Link>).
        </p>
      </>
    ),
  },
];
