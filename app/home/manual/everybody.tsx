import { Link } from '@remix-run/react';
import type { Chapter } from './chapter.ts';
import training from './pictures/training.webp';
import { Picture } from './picture.tsx';
import confirm from './pictures/confirm.webp';

/** Tasks of everyone with an account. */
export const everybody: readonly Chapter[] = [
  {
    id: 'signing-in',
    title: 'Signing in',
    who: 'For everybody',
    body: (
      <>
        <p>
          An Admin invites you, and you get an email with a <b>verification code</b>. Choose <b>First time here?</b> on
          the <Link to="/">sign-in page</Link>, enter your email address and the code, and choose a password. The code
          is valid for 24 hours, unless your organisation has set more days, and works once; <b>Request a new code</b>{' '}
          sends another. Earlier codes stop working.
        </p>
        <p>
          A password has at least 10 characters and must be hard to guess: the meter under the field shows <b>Good</b>{' '}
          or <b>Excellent</b> when it is accepted, and how to make it stronger. Three or four unrelated words are better
          than one word with digits.
        </p>
        <Picture
          src={confirm}
          alt={
            'The page Confirm account: email, verification code, the new password with the meter below it, and ' +
            'the password again.'
          }
          caption="Confirming an account. The meter shows the strength of the password while you type."
        />
        <ul>
          <li>
            <b>Forgotten?</b> <Link to="/forgot">Forgot password</Link> sends a reset code. The page never shows whether
            an address has an account.
          </li>
          <li>
            <b>Expired?</b> A password is valid for as many days as your organisation sets. You are warned seven days
            before. Afterwards the sign-in page asks you for a new one.
          </li>
          <li>
            <b>Locked?</b> After five failed attempts within 15 minutes the account is locked for 15 minutes (your
            organisation may set other numbers). Every wrong password counts, and at a signature every wrong email too.
            Admins get an email. A reset code from your mailbox lifts the lock.
          </li>
          <li>
            <b>Asked for a code?</b> With a second factor, the sign-in asks for a code of the authenticator app on your
            phone after the password. <b>Second Factor</b> in the menu with your name sets one up: scan the QR code, or
            type the secret, and enter the code that the app shows. Ten recovery codes are shown once: each signs you in
            once if you lose your phone. Then replace the app, or ask an Admin to reset it. Where your organisation asks
            for it, the first sign-in sets it up. After a sign-in with a code the first signature asks for one too, and
            each signature where your organisation wants that. Each code works once.
          </li>
          <li>
            <b>Signed out?</b> A session ends after 30 idle minutes and after 12 hours at the latest. Sign in again to
            return to the same page with your form (see <a href="#saved-forms">below</a>).
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    who: 'For everybody',
    body: (
      <>
        <p>
          The menu with your name has <b>My account</b>, <b>Request my Training Record</b>, <b>Change Password</b>, this
          manual, <b>Support</b> and <b>Sign Out</b>. It shows your email address, your organisation and the version of
          the product. Under <b>My account</b> stand <b>Sessions</b>, with the browsers that you are signed in with and{' '}
          <b>Sign out everywhere</b>, <b>Second factor</b>, <b>Email notifications</b> and{' '}
          <b>Appearance and keyboard</b>.
        </p>
        <p>
          The bell beside it counts what is new for you: approvals and training, and what became of your documents.
          Opening the list marks it as read. <b>Email notifications</b> under <b>My account</b> decides whether emails
          about news come at once, once a day or not at all; what is assigned to you always comes at once.
        </p>
        <p>
          <b>Passkeys</b> sign with you, beside your password. Add one under{' '}
          <Link to="/second-factor">Second factor</Link>: your device, your browser or a security key keeps it and asks
          for your finger, face or PIN. A signature form then has a second button, such as{' '}
          <b>Approve Document with passkey</b>. Anybody can check such a signature, and nobody else can make one. You
          get an email when a passkey is added or removed. The forms work without one, and without JavaScript.
        </p>
        <p>A new password ends your other sessions. Your email cannot be changed because signatures refer to it.</p>
      </>
    ),
  },
  {
    id: 'finding',
    title: 'Finding and reading documents',
    who: 'For everybody',
    body: (
      <>
        <p>
          <b>Effective Documents</b> lists the documents in force, with their versions and effective dates. Search by a
          part of the title; capital letters make no difference. Click a column’s heading to sort. The page address
          holds your search, so you can bookmark it. Your last order is remembered.
        </p>
        <p>
          <b>Search</b> at the top of every page finds everything from one field: documents, and whatever else you may
          see or do. Press / or Ctrl K to open it. A number may be typed in any way: 017, qa 17, SOP-QA-017. It also
          finds words inside documents and shows the page; put words in quotation marks to find them next to each other.
        </p>
        <p>
          A title opens the document. <b>Read</b> shows its PDF: go to a page, choose <b>Fit width</b> or{' '}
          <b>Fit page</b>, find words in its text, or read in the <b>Full window</b> (Escape leaves it). A reading here
          does not open a signature form. <b>Timeline</b> shows what happened to the document, <b>Record</b> its facts
          and files. Where the document waits for your training, <b>Review Document</b> leads to your signature.
        </p>
        <p>
          <b>What changed since version …</b> on the Timeline compares two versions that you may read. Each changed
          passage stands below its heading: removed words are struck through, added words are underlined, and a table
          names row and column. Pages whose pictures differ stand side by side, with frames around the differences.
          Links, form fields, notes, bookmarks and attached files that differ have a list of their own.{' '}
          <b>Nothing else changed</b> closes the page, or <b>No other change was found</b> where a part could not be
          compared. It names what was compared and what was not. Page numbers, and text that only flows to another line
          or page, are no changes. Of a scan only the pictures of its pages can be compared. <b>Comparison as PDF</b>{' '}
          prints it; who takes it is recorded. Authors and admins also see which words of the working files changed,
          where both are Word or OpenDocument.
        </p>
        <p>
          Where you sign a newer version, the page has a second tab: what changed since the version that you signed
          last. If you signed none, it compares with the version that was in force before. Your signature names this
          comparison by its fingerprint, and a link beside the signature opens exactly what you were shown. A long
          comparison takes up to a minute. You can sign without it, and then your signature names none.
        </p>
        <p>
          <b>Download</b> gives you the PDF. Each download is recorded. A printed copy is uncontrolled: the list shows
          the version in force. <b>Print all</b> below a long list, or Ctrl P, prints every row that your filters find.
          The print command of the browser&rsquo;s menu prints the page of the list that is open, and says so.
        </p>
      </>
    ),
  },
  {
    id: 'training',
    title: 'Training',
    who: 'For everybody',
    body: (
      <>
        <p>
          <b>Training Documents</b> shows the documents to read and sign, with their due dates. You get an email about
          what is assigned; documents published within ten minutes come in one. To sign:
        </p>
        <Picture
          src={training}
          alt={
            'The tab Training Documents: a card for each document with its type, area, number, title, version ' +
            'and effective date, and the button Review Document.'
          }
          caption="The documents to read and sign."
        />
        <ol>
          <li>
            <b>Review Document</b> opens it. <b>Download</b> the PDF and read it: the form stays locked until you have.
          </li>
          <li>
            Enter your email address and your password, check your name, tick <b>I have read and understand</b>.
          </li>
          <li>
            <b>Complete Training</b>. The signature cannot be withdrawn or repeated.
          </li>
        </ol>
        <p>
          An electronic signature is legally binding and equivalent to a handwritten one. Each one asks for your
          password again. Nobody can sign for another person. Overdue training is marked in red and in words. When a
          document is replaced, open training on the earlier version is cancelled.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Change requests and comments',
    who: 'For everybody',
    body: (
      <ul>
        <li>
          <b>Request a change:</b> open the document, then <b>Change requests</b> and <b>Request a change</b>. Say what
          should change, on which page or at which words, and how urgent it is. You can attach a file. The owner gets an
          email, and you get one with the decision.
        </li>
        <li>
          <b>Follow a request:</b> <b>Change requests</b> of the document lists what is open, accepted, declined, and
          carried out in which version.
        </li>
        <li>
          <b>Decide, as owner:</b> <b>Start here</b> shows documents with open requests, and <b>Change Requests</b> in
          the menu of your name lists them all. Accept a request, or decline it with a reason.
        </li>
        <li>
          <b>Comment, as approver or owner:</b> while a version is in review, <b>Comment on a page</b> opens it. Enter
          the page and the words, or mark a place on the page, and write the comment. <b>Must be fixed</b> says that the
          version is not to be approved as it is.
        </li>
        <li>
          <b>Answer and resolve:</b> each comment has <b>Answer or resolve</b>. Say how it is resolved. Comments end
          with the review; the audit trail keeps them.
        </li>
        <li>
          <b>Setting, for Admins:</b> under <b>Settings</b>, <b>Controls</b>, an open comment that must be fixed can
          block every approval.
        </li>
      </ul>
    ),
  },
  {
    id: 'saved-forms',
    title: 'Saved forms',
    who: 'For everybody',
    body: (
      <>
        <p>
          If your session ends while you fill in a form, nothing is lost and nothing is sent. After you sign in, the
          form shows again as you left it, in the same browser and only for you. Passwords, codes and signatures are
          never saved.
        </p>
        <p>
          The forms that create and revise a document are saved while you fill them in; the line at the end shows when.
          Open the page again, on any computer, to continue with your text and files. <b>Discard</b> deletes them.
          Unused forms are deleted after 14 days.
        </p>
        <p>A form that is sent twice is recorded once. If there is no answer, send it again.</p>
      </>
    ),
  },
];
