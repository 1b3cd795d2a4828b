import type { Chapter } from './chapter.ts';
import { Picture } from './picture.tsx';
import route from './pictures/route.webp';

/** What a route is to those who write and sign along it. */
export const alongRoute: Chapter = {
  id: 'along-a-route',
  title: 'Approving along a route',
  who: 'For owners and approvers',
  body: (
    <>
      <p>
        Your organisation may have a route for a type of document: steps that follow one another. The page on which you
        create or revise a document then shows the steps. You choose the people of the steps that the owner names; those
        who hold a function are asked without you. The page says who is missing. A minor or editorial change may have
        steps of its own: they show when you choose the kind of change. Whom you chose stays in a step of the same name;
        the page says who is not chosen any more.
      </p>
      <Picture
        src={route}
        alt={
          'The part Approval of a new document: the name and version of the route, and three numbered steps, each ' +
          'with what a signature means, who signs, how many and in how many days. Two have a field for names; the ' +
          'third lists who holds the function.'
        }
        caption="The steps of a route. Who holds the quality unit’s function is asked without being chosen."
      />
      <p>
        A step opens when the one before is complete, and its people get an email. The page on which you sign says which
        step it is, who signed before, and what your signature means: reviewed, approved, or approved for the quality
        unit. A rejection in any step sends the document back.
      </p>
      <p>
        Each step has days. You get a reminder on the last of them and when they are over. Then the owner hears of it
        too, and your manager, or the Admins where you have none.
      </p>
      <p>
        <b>Where somebody is absent</b>, the deputy finds the document under <b>Start here</b> with the words “For”, the
        name and the last day, and gets the emails too. The deputy signs in their own name. The audit trail, the signed
        PDF and the evidence pack say for whom.
      </p>
    </>
  ),
};

/** How Admins define routes. */
export const routes: Chapter = {
  id: 'routes',
  title: 'Approval routes',
  who: 'For Admins',
  body: (
    <ul>
      <li>
        <b>Define:</b> <b>Settings</b>, <b>Approval routes</b>, <b>Define route</b>. A route is for types, functional
        areas and kinds of change; the narrowest one counts. Documents without a route ask all approvers at once.
      </li>
      <li>
        <b>Kinds of change:</b> a second route of the same type can be for minor and editorial changes alone. A route of
        an area counts more than one of a type, and both count more than one of a kind of change. A first version is
        new; a later one whose kind nobody says counts as major.
      </li>
      <li>
        <b>Steps:</b> each has a name, what a signature means, who signs, how many of them, and its days. A step can ask
        people whom the owner names, those who hold a function, the owner’s manager, or those who approved the version
        before.
      </li>
      <li>
        <b>Separation of duties:</b> the owner signs in no approving step, or not alone. In a small organisation one
        person may sign in several steps. Both are part of the route, and of each version that took it.
      </li>
      <li>
        <b>Preview:</b> enter a document and a kind of change to see whom the route would ask, and who is missing.
      </li>
      <li>
        <b>Change or retire:</b> versions in review keep the route that they were sent along.
      </li>
      <li>
        <b>Quality unit:</b> the owner cannot take its step out. An Admin can replace a person by another who holds the
        function; the record says whether the person was absent.
      </li>
      <li>
        <b>Reports:</b> <b>Approval Times</b>, <b>Overdue Approvals</b> and <b>Signatures by Deputies</b> under{' '}
        <b>Reports</b>; exceptions from the separation of duties have their own.
      </li>
    </ul>
  ),
};
