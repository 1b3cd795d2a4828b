import type { Chapter } from './chapter.ts';

/** How readers ask for changes, and how a version in review is commented. */
export const changes: Chapter = {
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
        <b>Decide, as owner:</b> <b>Start here</b> shows documents with open requests, and <b>Change Requests</b> in the
        menu of your name lists them all. Accept a request, or decline it with a reason.
      </li>
      <li>
        <b>Comment, as approver or owner:</b> while a version is in review, <b>Comment on a page</b> opens it. Enter the
        page and the words, or mark a place on the page, and write the comment. <b>Must be fixed</b> says that the
        version is not to be approved as it is.
      </li>
      <li>
        <b>Answer and resolve:</b> each comment has <b>Answer or resolve</b>. Say how it is resolved. Comments end with
        the review; the audit trail keeps them.
      </li>
      <li>
        <b>Setting, for Admins:</b> under <b>Settings</b>, <b>Documents and training</b>, an open comment that must be
        fixed can block every approval.
      </li>
    </ul>
  ),
};
