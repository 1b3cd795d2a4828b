import { Link } from '@remix-run/react';
import type { Chapter } from './chapter.ts';
import reports from './pictures/reports.webp';
import team from './pictures/team.webp';
import { Picture } from './picture.tsx';
import documents from './pictures/documents.webp';

/** What Admins do. */
export const admins: readonly Chapter[] = [
  {
    id: 'publishing',
    title: 'Publishing',
    who: 'For Admins',
    body: (
      <>
        <p>
          A document whose approvers have all signed stands under <b>Start here</b> with <b>Approve</b>. Give it an
          effective date in the future, and the departments whose people must read it. <b>Approve</b> assigns the
          training; tick that training is not required where nobody needs to sign. The day begins at 00:00 in your
          organisation’s time zone.
        </p>
        <Picture
          src={documents}
          alt="The tab Manage Documents: the cards under Start here, the search and filters, and the list of all documents with their status."
          caption="What waits for an Admin, and every document."
        />
        <p>
          On its date the document becomes effective, whether or not everybody has trained; what is then still open is
          overdue. Until then its date and departments can be changed. Afterwards departments can: people of an added
          one are assigned training, and open training of people who are no longer covered is cancelled. The document's
          page lists whose training is open and when it is due.
        </p>
      </>
    ),
  },
  {
    id: 'external',
    title: 'Documents that are already effective',
    who: 'For Admins',
    body: (
      <p>
        A document that came into force before it was brought here is marked as such when it is created. No approvers
        sign it; it waits for the final approval at once, and its effective date may lie in the past.
      </p>
    ),
  },
  {
    id: 'retiring',
    title: 'Retiring',
    who: 'For Admins',
    body: (
      <p>
        <b>Retire</b> on a document’s page takes it out of use for good and asks for a reason. Open approvals and open
        training are cancelled. <b>Retired Docs</b> lists it, its files stay in its history, and its Doc ID is never
        given again.
      </p>
    ),
  },
  {
    id: 'team',
    title: 'Team members',
    who: 'For Admins',
    body: (
      <>
        <p>
          <b>Team</b> lists everybody with role and departments. <b>Invite team member</b> sends an e-mail with a code.
          A mark beside a name says that an invitation could not be delivered; the person’s page then shows the words of
          the receiving server.
        </p>
        <Picture
          src={team}
          alt="The page Team members: Manage Departments and Invite team member, the filters Active, Deactivated and department, and a row for each person with initials, name, role and departments."
          caption="Everybody, with role and departments."
        />
        <ul>
          <li>
            <b>Employee</b> reads and trains. <b>Author</b> also writes, approves and sees all documents. <b>Admin</b>{' '}
            also publishes, retires, and looks after team, reports and settings. <b>Super Admin</b> can do all that, and
            alone gives or takes that role.
          </li>
          <li>
            <b>Edit:</b> departments decide which training a person gets. Changing the role signs the person out.
          </li>
          <li>
            <b>Deactivate:</b> the person is signed out at once, open training is cancelled, and approvals that waited
            for them are shown to you so that somebody else is named. What was signed stays. Nobody deactivates
            themselves, and the last active Admin stays.
          </li>
          <li>
            <b>Reactivate:</b> under <b>Deactivated</b>. A new code goes out, and the person chooses a password again.
          </li>
        </ul>
        <p>
          <b>Download User Audit Log</b> on a person’s page holds every event about them and by them, sign-ins and
          failures included.
        </p>
      </>
    ),
  },
  {
    id: 'departments',
    title: 'Departments and functional areas',
    who: 'For Admins',
    body: (
      <p>
        <b>Manage Departments</b> on the team page creates and renames departments, and counts the people in each.
        Training is assigned by department. Functional areas (one to four characters, for example QA) belong to
        documents; the list of documents has <b>Create functional area</b> beside its filter.
      </p>
    ),
  },
  {
    id: 'reports',
    title: 'Reports',
    who: 'For Admins',
    body: (
      <>
        <p>
          <Link to="/dashboard/reports">Reports</Link> shows the training matrix as a map of who is trained on what,
          with filters by department, area and person and for gaps alone, the training rate over time and what is
          overdue in each department. The matrix, the training of the organisation and what of it is outstanding, the
          table of contents of the effective documents, and the lists of users, active or all, each open as a page and
          download as PDF and as CSV. A person’s training record is on the team list, a department’s training report
          beside the department. Enter a moment under <b>as of</b> to see them as they were then.
        </p>
        <Picture
          src={reports}
          alt="The page Reports: training, document and user reports, each with its page and its downloads as PDF and CSV, and below them how training goes."
          caption="The reports. How training goes follows below."
        />
        <p>
          Each report names the place in the ledger that it was made from. Made again from that place with the same
          filters, it is the same, byte for byte. What takes longer shows its progress, can be cancelled, and is kept
          for a day.
        </p>
      </>
    ),
  },
  {
    id: 'evidence',
    title: 'Evidence packs',
    who: 'For Admins and auditors',
    body: (
      <p>
        <Link to="/dashboard/evidence">Evidence</Link> gives a zip that proves itself: the PDFs, the events byte for
        byte, a proof of each, the signed checkpoint, an index to read and step-by-step instructions. There is one for a
        document, a person, a training record, and for the organisation between two days. Whoever receives it checks it
        with public tools, with the program in the zip, or on the page <Link to="/verify">Verify</Link>, which keeps
        nothing. Give them the key’s fingerprint by another way. Who took a pack is recorded.
      </p>
    ),
  },
  {
    id: 'settings',
    title: 'Settings',
    who: 'For Admins',
    body: (
      <p>
        <Link to="/dashboard/settings">Settings</Link> holds the organisation’s name and time zone, how long passwords
        are valid, when an account is locked, how long sessions last, the order of the list of documents, when training
        is due, who is reminded of what and when, and the largest file. Each change asks for a reason, and is recorded
        with its old and its new value: the <Link to="/dashboard/settings/audit">organisation audit log</Link> tells
        them all, with every change of a department or functional area.
      </p>
    ),
  },
  {
    id: 'programs',
    title: 'Programs',
    who: 'For integrators',
    body: (
      <p>
        What people do at the screens, a program does through the calls under <code>/api</code>, with the same
        permissions and the same messages. They are described, for reading and for programs, in{' '}
        <a href="/api/openapi.json">/api/openapi.json</a>. A program signs in with a person’s e-mail address and
        password; its session is listed among <Link to="/sessions">your sessions</Link>, where it can be ended.
      </p>
    ),
  },
];
