import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encode } from '#events/catalogue.ts';
import { fold } from '#events/decider.ts';
import type { DocumentEvent } from '#events/document/evolve.ts';
import {
  initialState,
  openApprovals,
  signablePdfs,
  versionsOf,
  type Document,
  type DocumentState,
} from '#events/document/state.ts';
import type { LifeStatus } from '#events/document/status.ts';
import { suggestNext } from '#events/document/version.ts';
import type { Principal } from '#events/permissions.ts';
import {
  admin,
  approverOne,
  approverTwo,
  author,
  choose,
  employee,
  laboratory,
  manufacturing,
  otherAuthor,
  signing,
  superAdmin,
  system,
  tomorrow,
  uidOf,
  type Person,
} from '#tests/deciders/people.ts';
import { commands, commandTypes, final, working } from '#tests/deciders/document-world.ts';
import { type DocumentCommand, documentDecider } from '#tests/deciders/rules.ts';

/** What leads nowhere, and is possible until the end. */
const untilRetired = {
  CREATED: ['CREATED'],
  IN_REVIEW: ['IN_REVIEW'],
  APPROVED: ['APPROVED'],
  REJECTED: ['REJECTED'],
  PENDING: ['PENDING'],
  EFFECTIVE: ['EFFECTIVE'],
} as const;

/**
 * The model: where each command may lead from each status, written from rules.md section 2 and from nothing else.
 * A status that a command does not name under a standing is an illegal step.
 */
const leads: Record<
  DocumentCommand['type'],
  Partial<Record<LifeStatus | 'absent', readonly (LifeStatus | 'gone')[]>>
> = {
  CreateDocument: { absent: ['CREATED'] },
  EditDraft: { CREATED: ['CREATED'] },
  AttachFile: { CREATED: ['CREATED'], REJECTED: ['REJECTED'] },
  SendForReview: { CREATED: ['IN_REVIEW'] },
  DeclareExternallyEffective: { CREATED: ['APPROVED'] },
  AddApprover: { IN_REVIEW: ['IN_REVIEW'] },
  RemoveApprover: { IN_REVIEW: ['IN_REVIEW', 'APPROVED'] },
  ReplaceApprover: { IN_REVIEW: ['IN_REVIEW'] },
  Approve: { IN_REVIEW: ['IN_REVIEW', 'APPROVED'] },
  Reject: { IN_REVIEW: ['REJECTED'] },
  Publish: { APPROVED: ['PENDING', 'EFFECTIVE'] },
  ChangeEffectiveDate: { PENDING: ['PENDING'] },
  ChangeDepartments: { PENDING: ['PENDING'], EFFECTIVE: ['EFFECTIVE'] },
  BecomeEffective: { PENDING: ['EFFECTIVE'] },
  Revise: {
    REJECTED: ['IN_REVIEW'],
    APPROVED: ['IN_REVIEW'],
    PENDING: ['IN_REVIEW'],
    EFFECTIVE: ['IN_REVIEW'],
    IN_REVIEW: ['IN_REVIEW'],
  },
  RecordReview: { EFFECTIVE: ['EFFECTIVE'] },
  Retire: {
    IN_REVIEW: ['RETIRED'],
    APPROVED: ['RETIRED'],
    REJECTED: ['RETIRED'],
    PENDING: ['RETIRED'],
    EFFECTIVE: ['RETIRED'],
  },
  Reinstate: { RETIRED: ['CREATED'] },
  TransferOwnership: untilRetired,
  WaiveSeparation: untilRetired,
  MakeComment: { IN_REVIEW: ['IN_REVIEW'] },
  AnswerComment: { IN_REVIEW: ['IN_REVIEW'] },
  ResolveComment: { IN_REVIEW: ['IN_REVIEW'] },
  Discard: { CREATED: ['gone'] },
  // Of a version before: the draft was reinstated.
  KeepSignedPdf: { ...untilRetired, RETIRED: ['RETIRED'] },
  KeepComparison: { ...untilRetired, RETIRED: ['RETIRED'] },
};

const people: readonly Person[] = [admin, author, otherAuthor, employee, superAdmin, approverOne, approverTwo];

/** What ends or sets back a life: rare, so that walks get far. */
const endings: DocumentCommand['type'][] = ['Retire', 'Discard', 'Reject', 'DeclareExternallyEffective'];

/** What leads nowhere, possible in nearly every status. */
const asides: DocumentCommand['type'][] = [
  'TransferOwnership',
  'WaiveSeparation',
  'MakeComment',
  'AnswerComment',
  'ResolveComment',
];

/** One step of a walk: which command, by whom, and free choices that it uses up. */
const step = fc.record({
  type: fc.oneof(
    {
      weight: 9,
      arbitrary: fc.constantFrom(...commandTypes.filter((type) => ![...endings, ...asides].includes(type))),
    },
    { weight: 1, arbitrary: fc.constantFrom(...asides) },
    { weight: 2, arbitrary: fc.constantFrom(...endings) },
  ),
  /** Null: somebody who may give it. */
  by: fc.option(fc.constantFrom<Principal>(...people, system), { nil: null, freq: 3 }),
  pick: fc.nat(7),
  number: fc.integer({ min: 3000, max: 9999 }),
  early: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Adapts a valid command to the state, so that a walk gets far; sometimes the wrong person gives it, or too early. */
function commandFor({ type, by, pick, number, early }: Step, state: DocumentState): DocumentCommand {
  const base = commands[type];
  const document: Document | null = state.kind === 'document' ? state : null;
  const open = document ? openApprovals(document.current) : [];
  const approval = open[pick % Math.max(open.length, 1)];
  const signer = people.find((person) => person.uid === approval?.user) ?? approverOne;
  const signs = {
    principal: by ?? signer,
    approval: approval?.uid ?? uidOf(1),
    signing: signing(signer, document ? signablePdfs(document.current) : [], 'A reason.'),
  };
  const one = choose([admin, otherAuthor, approverOne, approverTwo][pick % 4] ?? admin, uidOf(number));
  const two = choose([author, otherAuthor, approverTwo, admin][pick % 4] ?? admin, uidOf(number + 10_000));
  const principal = by ?? base.principal;
  switch (base.type) {
    case 'Approve':
    case 'Reject':
      return { ...base, ...signs };
    case 'SendForReview':
      return {
        ...base,
        principal,
        approvers:
          pick % 2
            ? [one]
            : [one, two].filter((each, at, all) => all.findIndex((other) => other.user === each.user) === at),
      };
    case 'AddApprover':
      return { ...base, principal, approver: one };
    case 'ReplaceApprover':
      return { ...base, principal, approval: approval?.uid ?? uidOf(1), approver: one };
    case 'MakeComment':
      return { ...base, principal, version: document?.current.version ?? '1.0' };
    case 'RemoveApprover':
      return { ...base, principal, approval: approval?.uid ?? uidOf(1) };
    case 'AttachFile':
      return {
        ...base,
        principal,
        ...(pick % 2 ? { kind: 'working', file: working } : { kind: 'final', file: final }),
      };
    case 'KeepSignedPdf': {
      const version = document ? (versionsOf(document)[pick % 2] ?? document.current) : null;
      const original = version?.files.final?.sha256 ?? base.original;
      return { ...base, principal, version: version?.version ?? '1.0', original };
    }
    case 'ChangeDepartments':
      return { ...base, principal, departments: [pick % 2 ? laboratory : manufacturing] };
    case 'Revise':
      return {
        ...base,
        principal,
        version: suggestNext(document?.current.version ?? '1.0') ?? '999.98',
        approvers: [one],
      };
    case 'TransferOwnership':
      return { ...base, principal, owner: choose(pick % 4 ? author : otherAuthor, '') };
    case 'BecomeEffective':
      return { ...base, principal, now: early ? commands.Publish.now : '2027-01-01T00:00:00.000Z' };
    case 'Publish':
      return { ...base, principal, effectiveAt: early ? '2026-01-01T00:00:00.000Z' : tomorrow };
    default:
      return { ...base, principal };
  }
}

const standing = (state: DocumentState): LifeStatus | 'absent' | 'gone' =>
  state.kind === 'document' ? state.status : state.kind === 'absent' ? 'absent' : 'gone';

/** What must hold of every document at every moment. */
function expectSound(state: DocumentState): void {
  if (state.kind !== 'document') return;
  const { status, current, effectiveVersion } = state;
  if (status === 'EFFECTIVE') expect(effectiveVersion).toBe(current.version);
  if (status === 'RETIRED' || status === 'CREATED') expect(effectiveVersion).toBeNull();
  if (status !== 'IN_REVIEW') expect(openApprovals(current)).toEqual([]);
  else expect(openApprovals(current).length).toBeGreaterThan(0);
  if (['APPROVED', 'PENDING', 'EFFECTIVE'].includes(status)) expect(current.approved).toBe(true);
  if (['PENDING', 'EFFECTIVE'].includes(status)) expect(current.publication).not.toBeNull();
  for (const earlier of state.earlier) expect(openApprovals(earlier)).toEqual([]);
}

interface Walk {
  events: DocumentEvent[];
  state: DocumentState;
  /** Each `command from status` that happened. */
  steps: string[];
}

function walk(steps: readonly Step[]): Walk {
  const events: DocumentEvent[] = [];
  const taken: string[] = [];
  let state: DocumentState = initialState;
  for (const one of steps) {
    const command = commandFor(one, state);
    const from = standing(state);
    const decision = documentDecider.decide(command, state);
    const legal = from === 'gone' ? undefined : leads[command.type][from];
    if (!decision.ok || decision.events.length === 0) continue;
    expect(legal, `${command.type} from ${from} was not refused`).toBeDefined();
    for (const event of decision.events) {
      encode(event);
      state = documentDecider.evolve(state, event);
      events.push(event);
    }
    taken.push(`${command.type} from ${from}`);
    expect(legal, `${command.type} from ${from}`).toContain(standing(state));
    expectSound(state);
  }
  return { events, state, steps: taken };
}

describe('[P11-10f] a random walk through the life of a document', () => {
  it('refuses every illegal step, and never leaves the document unsound', () => {
    const taken = new Set<string>();
    fc.assert(
      fc.property(fc.array(step, { minLength: 40, maxLength: 160 }), (steps) => {
        for (const one of walk([create, ...steps]).steps) taken.add(one);
      }),
      { numRuns: 6000, seed: 14 },
    );
    const legal = Object.entries(leads).flatMap(([type, from]) =>
      Object.keys(from).map((one) => `${type} from ${one}`),
    );
    expect([...taken].sort()).toEqual(legal.sort());
  });

  it('[P11-10a7] folds the same events to the same state, whole or in parts', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 40, maxLength: 80 }), fc.nat(), (steps, cut) => {
        const { events, state } = walk([create, ...steps]);
        expect(fold(documentDecider, events)).toEqual(state);
        const at = cut % (events.length + 1);
        const half = fold(documentDecider, events.slice(0, at));
        expect(events.slice(at).reduce(documentDecider.evolve, half)).toEqual(state);
      }),
      { numRuns: 100 },
    );
  });

  it('decides the same again, and changes nothing that it is given', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 20, maxLength: 60 }), step, (steps, last) => {
        const { state } = walk([create, ...steps]);
        const command = commandFor(last, state);
        const [stateBefore, commandBefore] = [structuredClone(state), structuredClone(command)];
        const first = documentDecider.decide(command, state);
        expect(documentDecider.decide(command, state)).toEqual(first);
        expect([state, command]).toEqual([stateBefore, commandBefore]);
      }),
      { numRuns: 100 },
    );
  });

  it('evolves on events in any order without failing', () => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 40, maxLength: 80 }).chain((steps) => {
          const { events } = walk([create, ...steps]);
          return fc.shuffledSubarray(events, { minLength: 0, maxLength: events.length });
        }),
        (shuffled) => {
          expect(() => fold(documentDecider, shuffled)).not.toThrow();
        },
      ),
      { numRuns: 100 },
    );
  });
});

const create: Step = { type: 'CreateDocument', by: null, pick: 0, number: 3000, early: false };
