import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encode } from '#events/catalogue.ts';
import { evolve, type DocumentEvent } from '#events/document/evolve.ts';
import { openApprovals, signablePdfs, undecidedApprovals, type DocumentState } from '#events/document/state.ts';
import { suggestNext } from '#events/document/version.ts';
import { stepMeanings } from '#events/route/kinds.ts';
import type { RouteStep, VersionRoute } from '#events/route/step.ts';
import {
  admin,
  approverOne,
  approverTwo,
  author,
  choose,
  otherAuthor,
  signing,
  uidOf,
  type Person,
} from '#tests/deciders/people.ts';
import { commands, lives, live, nextFinal, stateOf } from '#tests/deciders/document-world.ts';
import { type DocumentCommand, documentDecider } from '#tests/deciders/rules.ts';
import { clauseAndWho } from '#tests/deciders/specification.ts';

const people: readonly Person[] = [author, admin, otherAuthor, approverOne, approverTwo];
const functions = [uidOf(600), uidOf(601)].map((uid) => ({ uid, name: uid.slice(-3) }));

const routeStep: fc.Arbitrary<RouteStep> = fc.record({
  name: fc.constant('Step'),
  meaning: fc.constantFrom(...stepMeanings),
  who: fc.constantFrom<RouteStep['who']>(
    { kind: 'named_by_owner' },
    { kind: 'last_approvers' },
    { kind: 'manager_of_owner' },
    ...functions.map((held) => ({ kind: 'function' as const, function: held })),
  ),
  howMany: fc.constantFrom<RouteStep['howMany']>('all', 1, 2),
  days: fc.constant(5),
});
const routes: fc.Arbitrary<VersionRoute> = fc.record({
  uid: fc.constant(uidOf(650)),
  name: fc.constant('Route'),
  version: fc.constant(1),
  separation: fc.constantFrom('strict', 'owner_not_alone'),
  samePerson: fc.boolean(),
  steps: fc.array(routeStep, { minLength: 1, maxLength: 3 }),
});

const kinds = [
  ...Array<'Approve'>(12).fill('Approve'),
  ...([
    'AddApprover',
    'RemoveApprover',
    'ReplaceApprover',
    'Revise',
    'Reject',
    'Transfer',
    'Waive',
    'Publish',
  ] as const),
];
/** What a step of a walk chooses from: bits that decide who, whom, which function each person holds, who is absent. */
const walks = fc.record({
  route: routes,
  steps: fc.array(fc.tuple(fc.constantFrom(...kinds), fc.nat(1 << 24)), { minLength: 40, maxLength: 40 }),
});
type Step = [(typeof kinds)[number], number];

const pick = <T>(from: readonly T[], bits: number): T | undefined => from[bits % Math.max(1, from.length)];

function commandFor([kind, bits]: Step, state: DocumentState, route: VersionRoute, number: number): DocumentCommand {
  const current = state.kind === 'document' ? state.current : null;
  const open = current ? [...openApprovals(current), ...openApprovals(current), ...undecidedApprovals(current)] : [];
  const approval = pick(open, bits);
  const asked = people.find(({ uid }) => uid === approval?.user);
  // Mostly the person who is asked, else anybody; as a deputy now and then.
  const by = (bits >> 4) % 4 ? (asked ?? admin) : (pick(people, bits >> 6) ?? admin);
  const held = functions.filter((_, at) => (bits >> (8 + at)) % 4 > 0).map(({ uid }) => uid);
  const some = (step: number, at: number) => ({
    ...choose(pick(people, (bits >> 3) + at + step) ?? admin, uidOf(number * 50 + step * 10 + at)),
    step,
    functions: held,
    managesOwner: bits % 2 > 0,
  });
  const one = some(1 + (bits % Math.max(1, current?.route?.steps.length ?? 1)), 9);
  const principal = (bits >> 12) % 2 ? admin : author;
  switch (kind) {
    case 'Approve':
    case 'Reject': {
      const signs = signing(by, current ? signablePdfs(current) : [], 'A reason.');
      const deputyOf = (bits >> 10) % 2 && approval ? [approval.user] : [];
      return {
        ...commands[kind],
        principal: by,
        approval: approval?.uid ?? uidOf(1),
        signing: signs,
        functions: held,
        deputyOf,
      };
    }
    case 'AddApprover':
      return { ...commands.AddApprover, principal, approver: one };
    case 'RemoveApprover':
      return { ...commands.RemoveApprover, principal, approval: approval?.uid ?? uidOf(1) };
    case 'ReplaceApprover':
      return { ...commands.ReplaceApprover, approval: approval?.uid ?? uidOf(1), approver: one };
    case 'Transfer': {
      const { uid, name, role, status } = pick(people, bits) ?? admin;
      return { ...commands.TransferOwnership, principal: admin, owner: { user: uid, name, role, status } };
    }
    case 'Waive':
      return { ...commands.WaiveSeparation, principal: bits % 4 ? author : admin };
    case 'Publish':
      return commands.Publish;
    case 'Revise':
      return {
        ...commands.Revise,
        principal,
        version: suggestNext(current?.version ?? '1.0') ?? '999.98',
        files: { working: null, final: nextFinal },
        route: bits % 8 ? route : null,
        approvers: route.steps.flatMap((_, at) => [some(at + 1, at), some(at + 1, at + 1)].slice(bits % 2)),
      };
  }
}

/** What the ledger says of one version, and of nothing else: the model. */
interface Ledger {
  route: VersionRoute | null;
  makers: Set<string>;
  waived: boolean;
  asked: Map<string, { step: number; signer: string | null }>;
  open: number | null;
  nextWaived: boolean;
  owner: string;
}
const nothing = (owner = author.uid): Ledger => ({
  owner,
  route: null,
  makers: new Set(),
  waived: false,
  asked: new Map(),
  open: null,
  nextWaived: false,
});

/** Enters an event, and checks what each signature and each approval of a version must have. */
function enter(ledger: Ledger, { type, data }: DocumentEvent, by: string, reached: Set<string>): Ledger {
  const ask = (of: Ledger, requests: readonly { uid: string; step?: number | undefined }[]) => {
    for (const { uid, step = 0 } of requests) of.asked.set(uid, { step, signer: null });
  };
  switch (type) {
    case 'DocumentRevised': {
      const next = {
        ...nothing(ledger.owner),
        waived: ledger.nextWaived,
        route: data.route ?? null,
        makers: new Set([ledger.owner, by]),
      };
      ask(next, data.approvals);
      return next;
    }
    case 'ApproverAdded':
      ask(ledger, [data.approval]);
      break;
    case 'ApproverReplaced':
      ledger.asked.delete(data.approval.uid);
      ask(ledger, [data.replacement]);
      break;
    case 'ApproverRemoved':
      ledger.asked.delete(data.approval.uid);
      break;
    case 'ApprovalsCancelled':
      for (const { uid } of data.approvals) ledger.asked.delete(uid);
      break;
    case 'StepOpened':
      ledger.open = data.step;
      break;
    case 'SeparationOfDutiesWaived':
      if (data.covers === 'this') ledger.waived = true;
      else ledger.nextWaived = true;
      break;
    case 'OwnershipTransferred':
      ledger.makers.add(data.to.uid);
      ledger.owner = data.to.uid;
      break;
    case 'ApprovalGiven': {
      const mine = ledger.asked.get(data.approval.uid);
      if (!ledger.route || !mine) break;
      expect(data.approval.step).toBe(ledger.open);
      expect(data.signature.meaning).toBe(ledger.route.steps[mine.step - 1]?.meaning);
      expect(data.signature.onBehalfOf?.user ?? data.signature.signer).toBe(data.approval.user);
      mine.signer = data.signature.signer;
      if (data.signature.onBehalfOf) reached.add('deputy');
      break;
    }
    case 'StepCompleted':
      expectQuorum(ledger, data.step);
      break;
    case 'DocumentApproved':
      if (ledger.route) reached.add('approved');
      for (const at of ledger.route?.steps.keys() ?? []) expectQuorum(ledger, at + 1);
      if (ledger.route && !ledger.route.samePerson) {
        const signers = [...ledger.asked.values()].flatMap(({ signer }) => signer ?? []);
        expect(new Set(signers).size).toBe(signers.length);
      }
      break;
    default:
  }
  return ledger;
}

function expectQuorum({ route, asked, makers, waived }: Ledger, number: number): void {
  const step = route?.steps[number - 1];
  if (!route || !step) return expect.fail('There is no such step');
  const here = [...asked.values()].filter((one) => one.step === number);
  const signers = new Set(here.flatMap(({ signer }) => signer ?? []));
  expect(signers.size).toBeGreaterThanOrEqual(step.howMany === 'all' ? 1 : step.howMany);
  if (step.howMany === 'all') expect(here.every(({ signer }) => signer !== null)).toBe(true);
  if (step.meaning === 'reviewed' || waived) return;
  const others = [...signers].filter((signer) => !makers.has(signer));
  if (route.separation === 'strict')
    expect(others.length).toBeGreaterThanOrEqual(step.howMany === 'all' ? 1 : step.howMany);
  else expect(others.length).toBeGreaterThan(0);
}

/** The refusals of steps: each names its clause and who can. */
const ruled = new Set<string>([
  'step_not_open',
  'function_missing',
  'owner_may_not_approve',
  'quality_step_required',
  'deputy_not_eligible',
]);

describe('[P11-10f] 100,000 random steps along random routes', () => {
  it('never approve a version without each quorum and its separation', () => {
    const reached = new Set<string>();
    let approved = 0;
    let taken = 0;
    const begun = stateOf(live(...lives.IN_REVIEW));
    fc.assert(
      fc.property(walks, ({ route, steps }) => {
        let state = begun;
        let ledger = nothing();
        const start: Step = ['Revise', (1 << 12) | 6];
        for (const [number, step] of [start, ...steps].entries()) {
          const command = commandFor(step, state, route, number + 1);
          const decision = documentDecider.decide(command, state);
          taken += 1;
          if (!decision.ok) {
            const { code, detail } = decision.failure;
            reached.add(code);
            if (ruled.has(code)) expect(detail).toMatch(clauseAndWho);
            continue;
          }
          const by = command.principal.kind === 'user' ? command.principal.uid : '';
          for (const event of decision.events) {
            if (number % 8 === 0) encode(event);
            state = evolve(state, {
              ...event,
              actor: { kind: 'user', uid: by, name: by, role: 'ADMIN', session: null, address: null },
            });
            ledger = enter(ledger, event, by, reached);
            if (event.type === 'DocumentApproved' && ledger.route) approved += 1;
          }
        }
      }),
      { numRuns: 2500, seed: 35 },
    );
    expect(taken).toBeGreaterThan(100_000);
    expect(approved).toBeGreaterThan(300);
    expect([...reached]).toEqual(expect.arrayContaining(['approved', 'deputy', ...ruled]));
  });
});
