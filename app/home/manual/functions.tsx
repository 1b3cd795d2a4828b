import type { Chapter } from './chapter.ts';

/** How Admins grant functions, and declare the absence of others. */
export const functions: Chapter = {
  id: 'functions',
  title: 'Functions and absences',
  who: 'For Admins',
  body: (
    <ul>
      <li>
        <b>Functions:</b> a function says what a person stands for, for example the quality unit. Under <b>Settings</b>,{' '}
        <b>Functions</b> lists each with who holds it. <b>Grant</b> gives it to a person from a day until a day, both
        included, or without end. <b>Withdraw</b> ends it at once, for a reason; what was signed stays. Only an active
        person holds a function.
      </li>
      <li>
        <b>Retired:</b> nobody new can get a retired function. Those who hold it keep it.
      </li>
      <li>
        <b>The only holder leaves:</b> <b>Deactivate</b> lists the functions that nobody else holds, and you choose who
        holds each from today on.
      </li>
      <li>
        <b>Absence of another person:</b> the profile of a person has <b>Absence</b>. There you declare or end one with
        a reason, for instance when somebody is ill. The team list shows who is absent, and until when.
      </li>
      <li>
        <b>Manager:</b> the profile of a person can name a manager, whom an approval route may ask.
      </li>
      <li>
        <b>Report:</b> <b>Functions</b> under <b>Reports</b> says who holds which function, also as of a past moment.
      </li>
    </ul>
  ),
};
