import { Link } from '@remix-run/react';
import type { Chapter } from './chapter.ts';
import reports from './pictures/reports.webp';
import team from './pictures/team.webp';
import { routes } from './routes.tsx';
import { Picture } from './picture.tsx';
import documents from './pictures/documents.webp';

/** What Admins do. */
export const admins: readonly Chapter[] = [
  {
    id: 'first-steps',
    title: 'First steps',
    who: 'For Admins',
    body: (
      <p>
        The person who sets the organisation up is signed in at once. Until all is done, the home page lists six steps
        with a link to each: departments, functional areas, people, the first document, the settings, and the preset of
        controls. A step is ticked with the day on which it was first done. <b>Dismiss</b> hides the list from you.
      </p>
    ),
  },
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
          alt={
            'The tab Manage Documents: the cards under Start here, the search and filters, and the list of all ' +
            'documents with their status.'
          }
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
        Mark a document that is already in force when you create it. It has no approvers, goes straight to final
        approval, and may have an effective date in the past.
      </p>
    ),
  },
  {
    id: 'retiring',
    title: 'Retiring',
    who: 'For Admins',
    body: (
      <p>
        <b>Retire</b> on a document’s page takes it out of use and asks for a reason. Open approvals and open training
        are cancelled. <b>Retired Docs</b> lists it, its files stay in its history, and no other document gets its Doc
        ID. <b>Reinstate</b> on a retired document’s page makes it a draft again: a newer version with the same Doc ID
        and title, which approvers must sign before it can be published. Such a draft cannot be discarded, and can be
        retired once it was sent for review.
      </p>
    ),
  },
  {
    id: 'separation',
    title: 'Separation of duties',
    who: 'For Admins',
    body: (
      <p>
        With the control for it, the only approver of a version is nobody who owned it or sent it for review, and not
        the Admin who gives final approval, who does not own the version either. An Admin who declared a document
        effective outside the system does not give its final approval. Where that is not possible,{' '}
        <b>Record exception</b> on the document’s page allows it for one version and asks for a reason. An Admin records
        it who neither owns, signs nor publishes that version. The audit trail, the signature page and{' '}
        <b>Separation of Duties Exceptions</b> under <b>Reports</b> show it.
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
          <b>Team</b> lists everyone with role, departments and training: how many documents are overdue or due, or that
          all is complete, with a link to the record. Search by name or email, and filter by status, department and
          role. <b>Invite team member</b> sends an email with a code. <b>Invite many</b> takes a list, pasted or as a
          file in CSV or XLSX: a preview shows what is wrong by row, then everybody is invited or nobody. A mark beside
          a name shows that an email could not be delivered, or that the account is locked; the person’s page shows the
          answer of the receiving server with <b>Send again</b>.
        </p>
        <Picture
          src={team}
          alt={
            'The page Team members: Manage Departments and Invite team member, the search, the filters Active, ' +
            'Invited, Deactivated, department and role, and a row for each person with initials, name, role, ' +
            'departments and training.'
          }
          caption="All team members, with role, departments and training."
        />
        <ul>
          <li>
            <b>Employee</b> reads and trains. <b>Author</b> also writes, approves and sees all documents. <b>Admin</b>{' '}
            also publishes, retires, and manages team, reports and settings. Only a <b>Super Admin</b> can give or
            remove that role.
          </li>
          <li>
            <b>Edit:</b> departments decide which training a person gets. Changing the role signs the person out.
          </li>
          <li>
            <b>Deactivate:</b> the person is signed out and open training is cancelled. The page lists their open
            approvals, documents, drafts, and departments and functions with nobody else. Choose a successor for each.
            Signatures stay. You cannot deactivate yourself or the last active Admin.
          </li>
          <li>
            <b>Identity:</b> record on a person’s profile how you verified who they are. With the control for it, people
            can sign only afterwards. A changed email or a reset second factor makes it necessary again, by another
            Admin than the one who changed it. Another Admin also changes your own name, role and functions.
          </li>
          <li>
            <b>Resend invitation:</b> the person gets a new code, and earlier codes stop working. The settings say how
            many days a code is valid.
          </li>
          <li>
            <b>Several people at once:</b> tick them in the list, then <b>Add to departments</b>, <b>Remind</b> (one
            email a person about open training, once a day) or <b>Resend invitation</b>. The next page shows whom this
            leaves out and why.
          </li>
          <li>
            <b>Unlock:</b> too many failed attempts lock an account; its owner and the Admins get an email. Unlocking
            ends the lock at once. The settings decide whether a lock also ends by itself. Another Admin unlocks yours.
          </li>
          <li>
            <b>Change email:</b> a code goes to the new address and a note to the present one. Once the person has
            entered the code, the new address is used to sign in and to sign. What was signed before keeps what it
            recorded.
          </li>
          <li>
            <b>Reset second factor:</b> takes a lost app and its recovery codes away, with a reason, and ends the
            sessions. Only the person can set up a new one. <b>Settings</b>, <b>Sign-in and passwords</b> says whether a
            second factor is asked for at sign-in and at which signatures, and lists who has none.
          </li>
          <li>
            <b>End sessions:</b> signs a person out everywhere, for example after a device was lost.
          </li>
          <li>
            <b>Reactivate:</b> under <b>Deactivated</b>. The person gets a new code and chooses a new password.
          </li>
        </ul>
        <p>
          <b>Download User Audit Log</b> on a person’s page has every event about and by the person, including sign-ins
          and failures.
        </p>
      </>
    ),
  },
  routes,
  {
    id: 'functions',
    title: 'Functions and absences',
    who: 'For Admins',
    body: (
      <ul>
        <li>
          <b>Functions:</b> a function says what a person stands for, for example the quality unit. Under{' '}
          <b>Settings</b>, <b>Functions</b> lists each with who holds it. <b>Grant</b> gives it to a person from a day
          until a day, both included, or without end. <b>Withdraw</b> ends it at once, for a reason; what was signed
          stays. Only an active person holds a function.
        </li>
        <li>
          <b>Retired:</b> nobody new can get a retired function. Those who hold it keep it.
        </li>
        <li>
          <b>The only holder leaves:</b> <b>Deactivate</b> lists the functions that nobody else holds, and you choose
          who holds each from today on.
        </li>
        <li>
          <b>Absence of another person:</b> the profile of a person has <b>Absence</b>. There you declare or end one
          with a reason, for instance when somebody is ill. The team list shows who is absent, and until when.
        </li>
        <li>
          <b>Manager:</b> the profile of a person can name a manager, whom an approval route may ask.
        </li>
        <li>
          <b>Report:</b> <b>Functions</b> under <b>Reports</b> says who holds which function, also as of a past moment.
        </li>
      </ul>
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
        documents; the filter of the list of documents ends with <b>Create functional area</b>, whose dialog leads to{' '}
        <Link to="/dashboard/functional-areas">renaming and retiring</Link> them. A rename changes the number of each
        document of the area; a retired area stays with its documents and is not offered for new ones.
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
          <Link to="/dashboard/reports">Reports</Link> opens with four pictures: training by week, overdue training by
          department, the days that versions were in review, and the reviews due by month. Point at a column, or use the
          arrow keys, for its numbers. A department leads to its gaps in the training matrix below; there each name and
          each cell leads to the record. The matrix, the organisation’s training and outstanding training, the table of
          contents and the user lists each have a page and downloads as PDF and CSV. A person’s training record is on
          the team list, a department’s training report beside the department. Enter a time under <b>View as of</b> to
          see them as they were then; documents, team and training records have it too.
        </p>
        <p>
          <b>Sign-in and Signature Reports</b> say whose identity is not verified or who has no second factor, how each
          person signed in and signed in each month, and when the local Admin signed in without the directory.
        </p>
        <Picture
          src={reports}
          alt={
            'The page Reports: pictures of training and reviews, and beside them the training, document and user ' +
            'reports, each with its page and its downloads as PDF and CSV.'
          }
          caption="The reports. The training matrix follows below."
        />
        <p>
          Each report names the last event that it was made from, and the moment at which it counts what is overdue:
          that of your request, or the moment of the past that you view. Two copies of one moment with the same filters
          are exactly the same. A long report shows its progress, can be cancelled, and stays available for a day.
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
        <Link to="/dashboard/evidence">Evidence</Link> gives a zip with everything an auditor needs to verify a record:
        the PDFs, the events, their proofs, the signed checkpoint, an index and instructions. There is one for a
        document, a person, a training record, and for the organisation between two days. It can be verified with public
        tools, with the program in the zip, or on the page <Link to="/verify">Verify</Link>, which stores nothing. Send
        the key’s fingerprint through a separate channel. Each download is recorded.
      </p>
    ),
  },
  {
    id: 'settings',
    title: 'Settings',
    who: 'For Admins',
    body: (
      <p>
        <Link to="/dashboard/settings">Settings</Link> has five sections: <b>Organisation</b>, <b>Controls</b>,{' '}
        <b>Sign-in and passwords</b> (second factor, passwords, lockout and sessions), <b>Documents and training</b>,
        and <b>Reminders</b>. Each setting is a sentence: change the field in it, read the list of your changes with
        their old and new values, give a reason and choose <b>Save</b>, or <b>Discard</b>. Each change is recorded in
        the <Link to="/dashboard/settings/audit">organisation audit log</Link>, together with every change of a
        department or functional area. Under <b>Controls</b>, <b>Regulated</b> requires a reason for every change,
        separate duties, a verified identity before signing, an Admin to unlock accounts, a reason and a summary of each
        revision, that comments that must be fixed block approval, a quality unit, and a second factor at sign-in. The
        page shows each control with its tick under every preset. Choose another preset to set all of them, or change
        one: the preset is then <b>Own choice</b>. The quality unit is a function: at least one approver of each version
        holds it, so grant it under <b>Functions</b>. The second factor is chosen under <b>Sign-in and passwords</b>.
        Under <b>Documents and training</b>, the language of the search decides which endings of words it knows.
      </p>
    ),
  },
  {
    id: 'importing',
    title: 'Importing a library',
    who: 'For Admins',
    body: (
      <>
        <p>
          <Link to="/dashboard/import">Import</Link> in the settings brings the documents of another system, with their
          versions and training. Fill in the workbook or the CSV files: one row for each document, version and training.
          The table of relations may say what a document has to do with another of the same import, for example that it
          refers to it. Send the tables with the PDFs, one by one, as a folder or as ZIP. If the operator of the server
          copied the files into its storage, choose their folder under Files in storage instead.
        </p>
        <p>
          The preview reads everything and records nothing in documents. Its page counts what is in the source and what
          would be imported, and lists the problems by kind; the CSV names each row. Create what is missing, accept how
          long titles are cut, and preview again, as often as you like. Where a date can be read in two ways, choose the
          order of day and month. Dates that cannot have happened in their order, and people who may be the same, can be
          accepted as exceptions, with a reason. To change the source itself, send only the files that changed.
        </p>
        <p>
          Without a problem, compare the sample with the source: at least 30 rows and one in twenty, which nobody chose.
          Say of each row whether it is equal, and sign. One row that differs ends the import. Then another admin, who
          neither began it nor compared it, is asked by email and in Start here, and approves with a signature. The
          import runs by itself and shows its documents once all are recorded; until then it can be abandoned. Where
          another document takes a title or a number meanwhile, the import waits and its page names both. The migration
          report, as PDF and CSV, names every file, problem and verdict, and both signatures.
        </p>
        <p>
          Approvals of the old system are shown as the claim of their source, never as signatures. Imported training
          counts in the matrix, marked as imported. Related documents stand on the record of both documents, as claimed.
        </p>
      </>
    ),
  },
  {
    id: 'moving',
    title: 'Exporting the organisation',
    who: 'For Admins',
    body: (
      <p>
        <Link to="/dashboard/settings/export">Export</Link> in the settings makes one zip of everything: every event,
        every file, the signed checkpoints and the settings. The page shows its progress, and the download once it is
        ready; it is there for a day. The operator of another installation makes the same organisation from it, with the
        same record and the same proofs. Passwords, second factors and tokens are not in the zip: everybody gets an
        email there to choose a new password. Keep the zip as you keep a backup, and send the key’s fingerprint through
        a separate channel. Each export is recorded.
      </p>
    ),
  },
  {
    id: 'single-sign-on',
    title: 'Single sign-on',
    who: 'For Admins',
    body: (
      <p>
        Under <Link to="/dashboard/settings/single-sign-on">Settings, Single sign-on</Link> your organisation signs in
        with its own directory (OpenID Connect) instead of passwords. Enter the issuer, the client ID and secret that
        the directory gave you, and the email domains of your people. You still invite each person; the first sign-in
        links the account of the directory, and afterwards a changed address there does not matter. Each signature leads
        to the directory, where the signer signs in again, and is recorded on the way back with what the directory said.
        One local Admin keeps a password and an authenticator app, for times when the directory cannot be reached, and
        stays an active Admin until you name another one: each such sign-in is recorded, and all Admins get an email. If
        a person gets a new account in the directory, another Admin unlinks the former one on their profile, for a
        reason. When the way in changes, sessions that began in the former way end. A directory that does not ask for
        the sign-in again at a signature is named as the cause, and locks nobody.
      </p>
    ),
  },
  {
    id: 'webhooks',
    title: 'Webhooks',
    who: 'For Admins',
    body: (
      <p>
        Under <Link to="/dashboard/settings/api">Settings, API</Link> you register an address of another program that is
        sent what happens: the kind, the time and the uids, without names and content. The secret with which each
        message is signed is shown once; <b>Rotate secret</b> makes another one, and for 24 hours both sign. The page of
        a webhook lists its deliveries of the last 30 days with their answers; <b>Send again</b> and <b>Send test</b>{' '}
        send one at once, also while the webhook is turned off. A delivery that fails is tried again for three days and
        holds back those after it; <b>Skip</b> leaves it out, for a reason. After three days the webhook is turned off
        and you get an email. After you turn it on, it goes on where it stopped.
      </p>
    ),
  },
  {
    id: 'programs',
    title: 'API',
    who: 'For integrators',
    body: (
      <p>
        Programs can do everything that people do on the screens, through the API with the same permissions and
        messages. See the <a href="/api/docs">API reference</a> and <a href="/api/openapi.json">/api/openapi.json</a>. A
        program uses a service account, which an Admin creates under{' '}
        <Link to="/dashboard/settings/api">Settings, API</Link>: with an owner, scopes, an expiry and, if wished, the
        networks that it may call from. Its token is shown once; <b>Rotate token</b> replaces it and <b>Revoke</b> ends
        it at once. The account can do what its owner can, as far as its scopes reach, and never signs, approves,
        publishes, retires or changes settings. It names and removes no approvers during a review, resolves no comment,
        gives no role above Employee, and changes only the departments of Authors and Admins. While its owner is
        deactivated it is suspended, and Admins get an email. A program can also sign in with a person’s email address
        and password. Its session shows under <Link to="/sessions">My sessions</Link>, where you can end it. With the
        scope <b>audit:read</b> a program follows the feed, <code>/api/orgs/…/events</code>: every event of the ledger
        in order, each with its leaf hash.
      </p>
    ),
  },
];
