import { decideRequest } from '#app/documents/commands/change-requests/decide.ts';
import { requestChange } from '#app/documents/commands/change-requests/request.ts';
import { answerComment, makeComment, resolveComment } from '#app/documents/commands/comment.ts';
import { numberOf, type DemonstrationDocument } from '#app/set-up/demonstration/document-facts.ts';
import type { Happening } from '#app/set-up/demonstration/unfold.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';

interface Request {
  day: number;
  by: string;
  version: string;
  page?: number;
  words?: string;
  text: string;
  urgency?: 'low' | 'urgent';
  declined?: { day: number; reason: string };
  accepted?: { day: number };
}

interface Comment {
  day: number;
  by: string;
  version: string;
  page: number;
  text: string;
  mustFix?: true;
  answer?: { day: number; by: string; text: string };
  resolved?: { day: number; by: string; how: string };
}

/** What was asked for and said, by the number of the document. */
const changes: Record<string, { requests?: readonly Request[]; comments?: readonly Comment[] }> = {
  'SOP-QA-017': {
    requests: [
      {
        day: -64,
        by: 'Luca',
        version: '2.0',
        text: 'Print the checklist on the back of the batch record.',
        urgency: 'low',
        declined: { day: -60, reason: 'The checklist is a form of its own, and is signed.' },
      },
      {
        day: -21,
        by: 'Hana',
        version: '2.0',
        page: 1,
        text: 'Say who reads the second signature when the shift changes during the review.',
      },
      {
        day: -3,
        by: 'Leila',
        version: '2.0',
        text: 'The form that is named for deviations was replaced last month.',
        urgency: 'urgent',
      },
    ],
  },
  'SOP-QA-003': {
    requests: [
      {
        day: -40,
        by: 'Jonas',
        version: '2.0',
        page: 1,
        text: 'Name the analysis of root causes before the action.',
        accepted: { day: -36 },
      },
    ],
    comments: [
      // After Priya has signed: nobody signs while it is open.
      {
        day: -3,
        by: 'Ines',
        version: '3.0',
        page: 1,
        text: 'The scope leaves out suppliers, whom the quality manual includes.',
        mustFix: true,
        answer: { day: -2, by: 'Tomasz', text: 'Suppliers have a procedure of their own. I can refer to it.' },
      },
      {
        day: -5,
        by: 'Greta',
        version: '3.0',
        page: 1,
        text: 'Is this the effective date?',
        resolved: { day: -4, by: 'Tomasz', how: 'Yes, the effective date. Nothing changes.' },
      },
    ],
  },
};

type Happens = (day: number, hour: number, what: string, run: Happening['run']) => Happening;

/** The change requests of a document, and the comments in its reviews. */
export function* changesOf(
  document: DemonstrationDocument,
  { person, uids }: { person: (firstName: string) => Person; uids: ReadonlyMap<string, string> },
  happens: Happens,
): Generator<Happening> {
  const number = numberOf(document);
  const { requests = [], comments = [] } = changes[number] ?? {};
  for (const [at, { day, by, declined, accepted, ...asked }] of requests.entries()) {
    let request = '';
    yield happens(day, 10, `request ${at + 1}`, async (world) => {
      const input = { document: uids.get(number)!, ...asked };
      ({ request } = await world.act(person(by), requestChange, input));
    });
    const decided = declined ?? accepted;
    if (decided)
      yield happens(decided.day, 13, `request ${at + 1} decided`, async (world) => {
        const decision = declined ? 'decline' : 'accept';
        const input = { request, decision, reason: declined?.reason ?? '' };
        await world.act(person(document.owner), decideRequest, input);
      });
  }
  for (const [at, { day, by, answer, resolved, ...said }] of comments.entries()) {
    let comment = '';
    yield happens(day, 12, `comment ${at + 1}`, async (world) => {
      const input = { document: uids.get(number)!, ...said };
      ({ comment } = await world.act(person(by), makeComment, input));
    });
    if (answer)
      yield happens(answer.day, 13, `comment ${at + 1} answered`, async (world) => {
        await world.act(person(answer.by), answerComment, { comment, text: answer.text });
      });
    if (resolved)
      yield happens(resolved.day, 14, `comment ${at + 1} resolved`, async (world) => {
        await world.act(person(resolved.by), resolveComment, { comment, how: resolved.how });
      });
  }
}
