import type { Recorded } from '#events/catalogue.ts';
import type { Email, EmailContext } from '#app/kit/email/email.ts';
import { documentAt } from '#app/kit/email/ledger-facts.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';
import { placeInWords, urgencyWords } from '#app/documents/words/change-requests.ts';
import { numberAndName, type NamedDocument } from '#app/kit/email/document-list.ts';
import { doerOf, skip, type Skip, type TemplateInput } from '#app/kit/email/template.ts';

type ChangeEvent = Extract<Recorded, { data: { document: string; version: string } }>;

/** The document of the event as it was then. */
async function documentOf(
  { ports, org }: TemplateInput,
  { data, position }: ChangeEvent,
  version: string,
): Promise<{ document: NamedDocument } | null> {
  const { past } = await documentAt(ports.ledger, org, data.document, position);
  if (!past) return null;
  const { uid, name } = past;
  return { document: { uid, number: documentNumber(past), version, name } };
}

const requestPage = ({ publicUrl }: EmailContext, request: string) => `${publicUrl}/dashboard/requests/${request}`;

/** To the owner of a document: somebody asks for a change of it. */
export async function changeRequestedEmail(input: TemplateInput): Promise<Email | Skip> {
  const { event, context } = input;
  if (event?.type !== 'ChangeRequested') return skip('the event requests no change');
  const { version, author, text, urgency, request } = event.data;
  const of = await documentOf(input, event, version);
  if (!of) return skip('the document does not exist');
  return {
    subject: `Change requested: ${numberAndName(of.document)}`,
    preview: `${author.name} asks for a change.`,
    heading: `${context.to.firstName}, ${author.name} asks for a change of your document`,
    paragraphs: [text],
    sections: [
      {
        documents: [
          {
            ...of.document,
            facts: [
              { label: 'Place', value: placeInWords(event.data) },
              { label: 'Urgency', value: urgencyWords[urgency] },
            ],
          },
        ],
      },
    ],
    action: { label: 'Decide', url: requestPage(context, request) },
    because: 'you own the document',
  };
}

type Decided = Extract<
  Recorded,
  { type: 'ChangeRequestAccepted' | 'ChangeRequestDeclined' | 'ChangeRequestCarriedOut' }
>;

/** Subject, heading and sentence of what became of a request. */
function decisionWords(event: Decided): { title: string; heading: string; sentence: string } {
  if (event.type === 'ChangeRequestCarriedOut')
    return {
      title: 'Change request carried out',
      heading: 'your change is in force',
      sentence: `Version ${event.data.version} is in force and carries out your change request.`,
    };
  const decided = event.type === 'ChangeRequestAccepted' ? 'accepted' : 'declined';
  return {
    title: `Change request ${decided}`,
    heading: `your change request is ${decided}`,
    sentence: `${doerOf(event, 'The owner')} ${decided} your change request.`,
  };
}

const isDecided = (event: Recorded | null): event is Decided =>
  event !== null && /^ChangeRequest(Accepted|Declined|CarriedOut)$/.test(event.type);

/** To the author of a change request: it is accepted, declined, or carried out by a version in force. */
export async function requestDecidedEmail(input: TemplateInput): Promise<Email | Skip> {
  const { event, context } = input;
  if (!isDecided(event)) return skip('the event decides no change request');
  const { version, request } = event.data;
  const of = await documentOf(input, event, version);
  if (!of) return skip('the document does not exist');
  const { title, heading, sentence } = decisionWords(event);
  const reason = 'reason' in event.data ? event.data.reason : null;
  return {
    subject: `${title}: ${numberAndName(of.document)}`,
    preview: sentence,
    heading: `${context.to.firstName}, ${heading}`,
    paragraphs: [sentence, ...(reason ? [`Reason: ${reason}`] : [])],
    sections: [{ documents: [of.document] }],
    action: { label: 'Open the request', url: requestPage(context, request) },
    because: 'you requested the change',
  };
}

/** To the owner of a version in review: an approver has commented on it. */
export async function commentMadeEmail(input: TemplateInput): Promise<Email | Skip> {
  const { event, context } = input;
  if (event?.type !== 'CommentMade') return skip('the event is no comment');
  const { version, author, page, text, mustFix, comment } = event.data;
  const of = await documentOf(input, event, version);
  if (!of) return skip('the document does not exist');
  return {
    subject: `Comment: ${numberAndName(of.document)}`,
    preview: `${author.name} commented on page ${page}.`,
    heading: `${context.to.firstName}, ${author.name} commented on version ${version}`,
    paragraphs: [`Page ${page}${mustFix ? ', must be fixed' : ''}: ${text}`],
    sections: [{ documents: [of.document] }],
    action: { label: 'Open the comment', url: `${context.publicUrl}/dashboard/comments/${comment}` },
    because: 'you own the document',
  };
}

/** To the author of a comment: somebody has answered it. */
export async function commentAnsweredEmail(input: TemplateInput): Promise<Email | Skip> {
  const { event, context } = input;
  if (event?.type !== 'CommentAnswered') return skip('the event answers no comment');
  const { version, author, page, text, comment } = event.data;
  const of = await documentOf(input, event, version);
  if (!of) return skip('the document does not exist');
  return {
    subject: `Answer to your comment: ${numberAndName(of.document)}`,
    preview: `${author.name} answered your comment on page ${page}.`,
    heading: `${context.to.firstName}, ${author.name} answered your comment`,
    paragraphs: [`Page ${page}: ${text}`],
    sections: [{ documents: [of.document] }],
    action: { label: 'Open the comment', url: `${context.publicUrl}/dashboard/comments/${comment}` },
    because: 'you made the comment',
  };
}
