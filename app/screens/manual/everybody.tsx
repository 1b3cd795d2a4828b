import { Link } from '@remix-run/react';
import type { Chapter } from './chapter.ts';
import training from './pictures/training.webp';
import { Picture } from './picture.tsx';
import confirm from './pictures/confirm.webp';

/** What everybody does who has an account. */
export const everybody: readonly Chapter[] = [
  {
    id: 'signing-in',
    title: 'Signing in',
    who: 'For everybody',
    body: (
      <>
        <p>
          An Admin invites you, and an e-mail brings a <b>verification code</b>. Choose <b>First time here?</b> on the{' '}
          <Link to="/">sign-in page</Link>, enter your email address and the code, and choose a password. The code is
          valid for 24 hours and works once; <b>Request a new code</b> sends another, and the one before is void.
        </p>
        <p>
          A password has at least 10 characters and must be hard to guess: the meter under the field says <b>Good</b> or{' '}
          <b>Excellent</b> when it is accepted, and what would make it stronger. Three or four unrelated words are
          better than one word with digits.
        </p>
        <Picture
          src={confirm}
          alt="The page Confirm account: email, verification code, the new password with the meter below it, and the password again."
          caption="Confirming an account. The meter judges the password while you type."
        />
        <ul>
          <li>
            <b>Forgotten?</b> <Link to="/forgot">Forgot password</Link> sends a reset code, whatever you enter: nobody
            learns here who has an account.
          </li>
          <li>
            <b>Expired?</b> A password is valid for as many days as your organisation sets. You are warned from seven
            days before; after it the sign-in page leads you to a new one.
          </li>
          <li>
            <b>Locked?</b> After five failed attempts within 15 minutes the account is locked for 15 minutes (your
            organisation may set other numbers). A wrong password counts wherever it is asked for, and at a signature so
            does another email than your own. Admins are told by e-mail. A reset code from your mailbox lifts the lock.
          </li>
          <li>
            <b>Signed out?</b> A session ends after 30 minutes without use and after 12 hours in all. Sign in again: you
            come back to where you were, and what you had typed is kept (see <a href="#kept">below</a>).
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
          The menu with your name holds what concerns you alone: <b>Change Password</b>, <b>My Sessions</b> with the
          browsers in which you are signed in and <b>Sign out everywhere</b>, <b>Appearance and Keyboard</b>, this
          manual, <b>Support</b> and <b>Sign Out</b>. It shows your email address, your organisation and the version of
          the product.
        </p>
        <p>
          A new password signs you out everywhere else. Your email address cannot be changed: signatures rest on it.
        </p>
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
          <b>Effective Documents</b> lists what is in force, with its version and the date from which it counts. Search
          by title or part of it; small and capital letters are the same. A click on a column’s head sorts by it. The
          address of the page holds your search, so that it can be bookmarked, and your last order is remembered.
        </p>
        <p>
          <b>Download</b> gives you the PDF. That you took it, which one and when is recorded. A printed copy is
          uncontrolled: the version in force is the one that the list shows.
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
          <b>Training Documents</b> shows what you have to read and sign, and by when. An e-mail tells you when
          something is assigned. To sign:
        </p>
        <Picture
          src={training}
          alt="The tab Training Documents: a card for each document with its type, area, number, title, version and effective date, and the button Review Document."
          caption="What you have to read and sign."
        />
        <ol>
          <li>
            <b>Review Document</b> opens it. <b>Download</b> the PDF and read it: the form stays locked until you have.
          </li>
          <li>
            Enter your email address and your password, check your name, tick <b>I have read and understand</b>.
          </li>
          <li>
            <b>Complete Training</b>. It is signed, and cannot be taken back or signed twice.
          </li>
        </ol>
        <p>
          An electronic signature is legally binding and equivalent to a handwritten one. Each one asks for your
          password again; nobody can sign for you, and you for nobody. What is overdue stands in red and in words. When
          a document is replaced, training that was still open on the version before is cancelled.
        </p>
      </>
    ),
  },
  {
    id: 'kept',
    title: 'What you type is kept',
    who: 'For everybody',
    body: (
      <>
        <p>
          If your session ends while a form is half filled in, nothing is lost and nothing is sent: after signing in the
          form shows again as you left it, and says so. It comes back to you alone, in the same browser. Passwords,
          codes and signatures are never kept.
        </p>
        <p>
          The forms that create and revise a document are kept while you fill them in. The line at their end says when.
          Close the page and open it again, on another computer too: text and files are there. <b>Discard</b> throws
          them away. Forms that nobody comes back to are removed after 14 days.
        </p>
        <p>A form that is sent twice is recorded once. When an answer does not come, send it again without fear.</p>
      </>
    ),
  },
];
