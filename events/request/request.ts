import type { E } from '#events/catalogue.ts';
import type { Named } from '#events/common.ts';
import type { Decision, Evolution } from '#events/decider.ts';
import { notManaging } from '#events/document/decide/guards.ts';
import { isReinstated } from '#events/document/decide/reinstate.ts';
import type { StoredFile } from '#events/document/events.ts';
import { placeProblems } from '#events/document/place.ts';
import { versionOf, type Document } from '#events/document/state.ts';
import { statusInWords } from '#events/document/status.ts';
import { refuse } from '#events/failures.ts';
import { may, writerOf, type Principal } from '#events/permissions.ts';
import { commentProblem, reasonProblem } from '#events/reason.ts';
import type { requestEvents } from '#events/request/events.ts';
import type { Urgency } from '#events/request/kinds.ts';

interface CommandBase {
  readonly principal: Principal;
  /** The document as it is now. */
  readonly document: Document;
}

/** The command layer has checked that the person may read the version, and has stored the attachment. */
export interface RequestChange extends CommandBase {
  /** A new uid. */
  readonly request: string;
  readonly version: string;
  readonly page: number | null;
  readonly words: string | null;
  readonly text: string;
  readonly attachment: StoredFile | null;
  readonly urgency: Urgency;
}

export interface DecideRequest extends CommandBase {
  readonly accept: boolean;
  readonly reason: string | null;
}

/** With the event that puts a version into force which names the request as its origin. */
export interface CarryOutRequest {
  readonly version: string;
}

/** The change of a version of `document` names the request as its origin; nothing is recorded in its stream. */
export interface NameRequest {
  readonly document: string;
}

export type RequestEvent = E<keyof typeof requestEvents>;
type Ruling = Decision<RequestEvent>;

export const requestStatuses = ['OPEN', 'ACCEPTED', 'DECLINED', 'CARRIED_OUT'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

interface ChangeRequest {
  readonly request: string;
  readonly document: string;
  readonly version: string;
  readonly author: Named;
  readonly status: RequestStatus;
  /** The version that carried it out. */
  readonly carriedOut: string | null;
}
export type RequestState = ChangeRequest | null;

const record = (...events: RequestEvent[]): Ruling => ({ ok: true, events });

const notFound = () => refuse('not_found', { detail: 'There is no such change request.' });

/** Refuses what nobody works on: a draft that was never sent to its approvers, and what is retired. */
const notInUse = ({ status }: Document): Ruling | null =>
  status === 'CREATED' || status === 'RETIRED'
    ? refuse('document_not_in_status', {
        detail:
          `This document is ${statusInWords(status)}. ` +
          'A change can be requested of a document that is in review, approved, scheduled or effective.',
        facts: { status },
      })
    : null;

export function requestChange(command: RequestChange, state: RequestState): Ruling {
  const { principal, document, version } = command;
  if (!may(principal, 'change.request') || principal.kind !== 'user') return refuse('not_allowed');
  const of = versionOf(document, version);
  if (!of) return refuse('not_found', { detail: `This document has no version ${version}.` });
  const obstacle = notInUse(document);
  if (obstacle) return obstacle;
  if (state) return refuse('conflict');
  const fields = placeProblems(command, of.files.final?.pages ?? null);
  const problem = reasonProblem(command.text);
  if (problem) fields.text = [problem];
  if (Object.keys(fields).length > 0) return refuse('invalid_input', { fields });
  return record({
    type: 'ChangeRequested',
    data: {
      request: command.request,
      document: document.uid,
      version,
      name: document.name,
      page: command.page,
      words: command.words?.trim() || null,
      text: command.text.trim(),
      attachment: command.attachment,
      urgency: command.urgency,
      author: writerOf(principal),
    },
  });
}

const decided: Record<Exclude<RequestStatus, 'OPEN'>, string> = {
  ACCEPTED: 'accepted',
  DECLINED: 'declined',
  CARRIED_OUT: 'carried out',
};

/** What was accepted can still be declined, until a version carries it out. */
export function decideRequest({ principal, document, accept, reason }: DecideRequest, state: RequestState): Ruling {
  if (!state) return notFound();
  const refusal = notManaging(document, principal);
  if (refusal) return refusal;
  const { request: uid, version, author, status } = state;
  if (status === (accept ? 'ACCEPTED' : 'DECLINED')) return record();
  if (status === 'DECLINED' || status === 'CARRIED_OUT')
    return refuse('request_decided', { detail: `This change request is ${decided[status]} already.` });
  const obstacle = accept && !isReinstated(document) ? notInUse(document) : null;
  if (obstacle) return obstacle;
  const problem = accept ? commentProblem(reason) : reasonProblem(reason ?? '');
  if (problem) return refuse('invalid_input', { fields: { reason: [problem] } });
  const of = { request: uid, document: document.uid, version, author };
  return accept
    ? record({ type: 'ChangeRequestAccepted', data: { ...of, reason: reason?.trim() || null } })
    : record({ type: 'ChangeRequestDeclined', data: { ...of, reason: (reason ?? '').trim() } });
}

/** A request that was declined meanwhile stays declined. */
export function carryOutRequest({ version }: CarryOutRequest, state: RequestState): Ruling {
  if (!state) return notFound();
  const { request: uid, document, author, status } = state;
  if (status !== 'ACCEPTED') return record();
  return record({ type: 'ChangeRequestCarriedOut', data: { request: uid, document, version, author } });
}

/** A version carries out what its owner has accepted. Requests of other documents are as unknown as made-up ones. */
export function nameRequest({ document }: NameRequest, state: RequestState): Ruling {
  if (state?.document !== document)
    return refuse('request_not_accepted', { detail: 'This document has no such change request.' });
  const { status, carriedOut } = state;
  if (status === 'ACCEPTED') return record();
  const details: Record<typeof status, string> = {
    OPEN: 'This change request is open. Accept it first.',
    DECLINED: 'This change request is declined.',
    CARRIED_OUT: `Version ${carriedOut} carried out this change request.`,
  };
  return refuse('request_not_accepted', { detail: details[status] });
}

function evolve(state: RequestState, { type, data }: RequestEvent): RequestState {
  switch (type) {
    case 'ChangeRequested': {
      const { request: uid, document, version, author } = data;
      return { request: uid, document, version, author, status: 'OPEN', carriedOut: null };
    }
    case 'ChangeRequestAccepted':
      return state && { ...state, status: 'ACCEPTED' };
    case 'ChangeRequestDeclined':
      return state && { ...state, status: 'DECLINED' };
    case 'ChangeRequestCarriedOut':
      return state && { ...state, status: 'CARRIED_OUT', carriedOut: data.version };
  }
}

/** Stream `request-<uid>`. */
export const requestEvolution: Evolution<RequestEvent, RequestState> = { initialState: null, evolve };
