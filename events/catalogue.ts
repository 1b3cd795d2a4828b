import type { z } from 'zod';
import type { Change } from '#events/common.ts';
import { documentEvents, readingEvents } from '#events/document/events.ts';
import { evidenceEvents } from '#events/evidence/events.ts';
import { functionEvents } from '#events/function/events.ts';
import { importedDocumentEvents } from '#events/import/document-events.ts';
import { importEvents } from '#events/import/events.ts';
import { firstAreaKey } from '#events/organisation/first-area-key.ts';
import { departmentEvents, functionalAreaEvents, organisationEvents } from '#events/organisation/events.ts';
import type { Action } from '#events/permissions.ts';
import { requestEvents } from '#events/request/events.ts';
import { routeEvents } from '#events/route/events.ts';
import { serviceAccountEvents } from '#events/service-account/events.ts';
import { trainingEvents } from '#events/training/events.ts';
import { accessEvents, emailEvents, userEvents } from '#events/user/events.ts';
import { webhookEvents } from '#events/webhook/events.ts';
import type { JsonObject, NewEvent, RecordedEvent } from '#events/ledger/types.ts';

/** Every event type. One whose right is no action does not compile. */
export const catalogue = {
  ...organisationEvents,
  ...departmentEvents,
  ...functionalAreaEvents,
  ...functionEvents,
  ...serviceAccountEvents,
  ...userEvents,
  ...accessEvents,
  ...emailEvents,
  ...documentEvents,
  ...readingEvents,
  ...trainingEvents,
  ...evidenceEvents,
  ...webhookEvents,
  ...routeEvents,
  ...requestEvents,
  ...importEvents,
  ...importedDocumentEvents,
} as const satisfies Record<string, { readonly right: Action | null }>;

export type EventType = keyof typeof catalogue;
export type EventData<T extends EventType> = z.infer<(typeof catalogue)[T]['data']>;
/** An event of the product, as the pure part sees it. `E<'DocumentCreated' | …>` narrows it. */
export type E<T extends EventType = EventType> = { [K in T]: { readonly type: K; readonly data: EventData<K> } }[T];
/** A recorded event with its payload decoded. */
export type Recorded<T extends EventType = EventType> = {
  [K in T]: Omit<RecordedEvent, 'type' | 'data'> & { type: K; data: EventData<K> };
}[T];

/** The event does not say how far training was; only where it was waived was there none to wait for. */
const rateUnknown = (data: JsonObject): JsonObject => ({ ...data, trainingRate: null });

/** Before, the command did not ask why. */
const reasonUnasked = (data: JsonObject): JsonObject => ({ ...data, reason: null });

/** Before, every signature was made with email and password, and says so in the same words. */
const signedByPassword = (data: JsonObject): JsonObject => data;

/** Before, there were no approval routes, and an event without one says so in the same words. */
const withoutRoute = (data: JsonObject): JsonObject => data;

/** Before, nobody was asked what a version changes and why, and an event without it says so in the same words. */
const withoutChange = (data: JsonObject): JsonObject => data;

/** Before, waived training counted as 100 percent, and an event says so in the same words. */
const waivedIsTrained = (data: JsonObject): JsonObject => data;

/** Before, a route was for all kinds of change, and an event without them says so in the same words. */
const forAllKinds = (data: JsonObject): JsonObject => data;

/** Before, a source pack had no table of relations, and an event without one says so in the same words. */
const withoutRelations = (data: JsonObject): JsonObject => data;

/** Before, no signature named a comparison of versions. */
const withoutComparison = ({ signature, ...data }: JsonObject): JsonObject => ({
  ...data,
  signature: { ...(signature as JsonObject), comparison: null },
});

/** Before, nobody could be assigned training on an imported version; the other causes say so in the same words. */
const neverLacking = (data: JsonObject): JsonObject => data;

/** Before, sessions outlived a changed way in, and the other causes say so in the same words. */
const sameWaysIn = (data: JsonObject): JsonObject => data;

/** Before, an organisation could not move, and the other causes say so in the same words. */
const neverMoved = (data: JsonObject): JsonObject => data;

/**
 * `upcasters[type][n]` turns a payload of version n into version n + 1; a type's version is one more than it has of
 * these. The past itself is never edited.
 */
const upcasters: Partial<Record<EventType, Record<number, (data: JsonObject) => JsonObject>>> = {
  DepartmentRenamed: { 1: reasonUnasked },
  FunctionalAreaCreated: { 1: (data) => ({ area: firstAreaKey(data.name as string), ...data }) },
  UserEdited: { 1: reasonUnasked },
  UserReactivated: { 1: reasonUnasked },
  UserDeactivated: { 1: (data) => ({ ...data, fromStatus: null }) },
  UserSignedIn: { 1: (data) => ({ ...data, method: 'password' }) },
  UserLockedOut: { 1: (data) => ({ ...data, tries: null }) },
  SessionsEnded: { 1: (data) => ({ ...data, sessions: null, reason: null }), 2: sameWaysIn },
  ApprovalGiven: { 1: signedByPassword, 2: withoutRoute, 3: withoutComparison },
  ApprovalRejected: { 1: signedByPassword, 2: withoutRoute, 3: withoutComparison },
  ApproverReplaced: { 1: (data) => ({ ...data, because: null }) },
  DocumentCreated: { 1: withoutChange, 2: withoutRoute },
  DocumentEdited: { 1: withoutChange, 2: withoutRoute },
  DocumentSentForReview: { 1: withoutRoute, 2: withoutChange },
  TrainingCompleted: { 1: signedByPassword, 2: withoutComparison },
  ComparisonMade: { 1: (data) => ({ ...data, elementsChanged: null }) },
  DocumentPublished: {
    1: (data) => ({ ...data, trainingRate: data.trainingWaived === true ? 100 : null }),
    2: (data) => ({ ...data, effectiveOn: null }),
    // Before, a waiver asked nobody: what was open stayed on the version before, and ended with it.
    3: (data) => ({ ...data, carriesOver: false }),
    4: (data) => ({ ...reasonUnasked(data), departmentsBefore: null }),
  },
  EffectiveDateChanged: { 1: (data) => ({ ...data, oldOn: null, newOn: null }) },
  DocumentBecameEffective: { 1: rateUnknown, 2: waivedIsTrained },
  DocumentRevised: { 1: rateUnknown, 2: withoutRoute, 3: withoutChange, 4: waivedIsTrained },
  DocumentRetired: { 1: rateUnknown, 2: waivedIsTrained },
  RouteDefined: { 1: forAllKinds },
  RouteChanged: { 1: forAllKinds },
  ServiceAccountCreated: { 1: (data) => ({ ...data, wide: true }) },
  SignedPdfMade: { 1: (data) => ({ ...data, upTo: null }) },
  WebhookDisabled: { 1: neverMoved },
  TrainingAssigned: { 1: neverLacking },
  ImportPreviewed: { 1: withoutRelations },
  ImportCompleted: { 1: withoutRelations },
  DocumentImported: { 1: withoutRelations },
};

/** Old data calls an EMPLOYEE a USER (rules.md section 1): read so, and never written. */
const employee = (role: unknown): unknown => (role === 'USER' ? 'EMPLOYEE' : role);
const rolesRead: Partial<Record<EventType, (data: JsonObject) => object>> = {
  UserRegistered: (data) => ({ ...data, role: employee(data.role) }),
  UserInvited: (data) => ({ ...data, role: employee(data.role) }),
  UserEdited: (data) => ({
    ...data,
    changes: (data.changes as Change[]).map((one) =>
      one.field === 'role' ? { ...one, old: employee(one.old), new: employee(one.new) } : one,
    ),
  }),
};

export const schemaOf = (type: EventType): number => 1 + Object.keys(upcasters[type] ?? {}).length;

export const isEventType = (type: string): type is EventType => Object.hasOwn(catalogue, type);

/** Turns a decided event into a recordable one. Throws where the payload does not fit its schema, which is a bug. */
export function encode(event: E): NewEvent {
  const data = catalogue[event.type].data.parse(event.data) as JsonObject;
  return { type: event.type, schema: schemaOf(event.type), data };
}

/** What every reader of an event needs to name it when something is wrong with it. */
type Undecoded = Pick<RecordedEvent, 'type' | 'schema' | 'data' | 'position'>;

/**
 * A payload in its type's current shape, upcast but not checked: it was when it was encoded, and the ledger's tree
 * guards it since. For folding many events fast. Throws on an unknown type.
 */
export function trustPayload({ type, schema, data: stored, position }: Undecoded): E {
  if (!isEventType(type)) throw new Error(`Unknown event type ${type} at position ${position}`);
  let data = stored;
  for (let version = schema; version < schemaOf(type); version++) {
    const upcast = upcasters[type]?.[version];
    if (!upcast) throw new Error(`No upcaster for ${type} version ${version}`);
    data = upcast(data);
  }
  return { type, data: rolesRead[type]?.(data) ?? data } as unknown as E;
}

/** The same, checked against its schema. Throws also where the payload does not fit. */
export function decodePayload(event: Undecoded): E {
  const { type, data } = trustPayload(event);
  return { type, data: catalogue[type].data.parse(data) } as E;
}

/** A recorded event with its payload decoded. Throws as `decodePayload` does. */
export const decode = (event: RecordedEvent): Recorded => ({ ...event, ...decodePayload(event) }) as Recorded;
