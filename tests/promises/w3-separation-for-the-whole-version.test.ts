import { describe, expect, it } from 'vitest';
import { initialState, type DocumentState } from '#events/document/state.ts';
import { commands, final, lives } from '#tests/deciders/document-world.ts';
import {
  admin,
  approverOne,
  approverTwo,
  author,
  choose,
  signing,
  superAdmin,
  uidOf,
  type Person,
} from '#tests/deciders/people.ts';
import { type DocumentCommand, documentDecider } from '#tests/deciders/rules.ts';

const separated = <C extends DocumentCommand>(command: C): C => Object.assign({}, command, { separates: true });

function lived(...given: DocumentCommand[]): DocumentState {
  let state = initialState;
  for (const command of given) {
    const decision = documentDecider.decide(separated(command), state);
    if (!decision.ok) expect.fail(`${command.type} was refused: ${JSON.stringify(decision.failure)}`);
    const { principal } = command;
    const actor = principal.kind === 'user' && { actor: { ...principal, session: null, address: null } };
    for (const event of decision.events) state = documentDecider.evolve(state, Object.assign({}, event, actor));
  }
  return state;
}

const refusal = (command: DocumentCommand, state: DocumentState): string | null => {
  const decision = documentDecider.decide(separated(command), state);
  return decision.ok ? null : decision.failure.code;
};

const ask = (...people: Person[]) => ({
  ...commands.SendForReview,
  approvers: people.map((person, at) => choose(person, uidOf(2001 + at))),
});
const sends = (owner: Person) => ({ ...ask(approverOne), principal: owner });
const approves = (person: Person, at: number) => ({
  ...commands.Approve,
  principal: person,
  approval: uidOf(2001 + at),
  signing: signing(person, [final.sha256]),
});
const publishes = (principal: Person) => ({ ...commands.Publish, principal });
const waives = (principal: Person) => ({ ...commands.WaiveSeparation, principal });
const transfers = (person: Person) => ({ ...commands.TransferOwnership, principal: admin, owner: choose(person, '') });
const created = lives.CREATED;
const notSeparated = 'duties_not_separated';

describe('W3: duties are separated for the whole version, and nobody excepts themselves', () => {
  it('by call: an owner who is not the only approver gives no final approval', () => {
    const state = lived(...created, transfers(approverTwo), sends(approverTwo), approves(approverOne, 0));
    expect(refusal(publishes(approverTwo), state)).toBe(notSeparated);
    expect(refusal(publishes(admin), state)).toBeNull();
  });

  it('by call: an owner before gives none either, after the ownership went to another', () => {
    const state = lived(
      ...created,
      transfers(approverTwo),
      sends(approverTwo),
      approves(approverOne, 0),
      transfers({ ...superAdmin, role: 'ADMIN' }),
    );
    expect(refusal(publishes(approverTwo), state)).toBe(notSeparated);
  });

  it('by call: the owner, who sent it, an approver and a signer except nothing', () => {
    const owned = lived(...created, transfers(approverTwo));
    expect(refusal(waives(approverTwo), owned)).toBe(notSeparated);
    const sent = lived(...created, { ...ask(approverOne, approverTwo), principal: superAdmin });
    expect([superAdmin, approverTwo, admin].map((one) => refusal(waives(one), sent))).toEqual([
      notSeparated,
      notSeparated,
      null,
    ]);
    const signed = lived(...created, ask(approverTwo), approves(approverTwo, 0));
    expect(refusal(waives(approverTwo), signed)).toBe(notSeparated);
  });

  it('by call: who excepted a version is not asked for it, does not sign, own or publish it', () => {
    const waived = [...created, waives(admin)];
    expect(refusal(ask(admin, approverOne), lived(...waived))).toBe(notSeparated);
    const sent = [...waived, ask(author, approverOne)];
    expect(refusal({ ...commands.AddApprover, approver: choose(admin, uidOf(2003)) }, lived(...sent))).toBe(
      notSeparated,
    );
    const replaced = { ...commands.ReplaceApprover, principal: approverTwo, approver: choose(admin, uidOf(2004)) };
    expect(refusal({ ...replaced, approval: uidOf(2002) }, lived(...sent))).toBe(notSeparated);
    expect(refusal({ ...transfers(admin), principal: approverTwo }, lived(...sent))).toBe(notSeparated);
    const approved = lived(...sent, approves(author, 0), approves(approverOne, 1));
    expect(refusal(publishes(admin), approved)).toBe(notSeparated);
    expect(refusal(publishes(approverTwo), approved)).toBeNull();
  });

  it('by call: who was asked first cannot except it and sign', () => {
    const state = lived(...created, ask(approverOne, approverTwo));
    expect(refusal(waives(approverTwo), state)).toBe(notSeparated);
  });

  it('by deputy: who excepted a version signs for nobody', () => {
    const state = lived(...created, ask(approverOne), waives(admin));
    const deputy = { ...approves(admin, 0), deputyOf: [approverOne.uid] };
    expect(refusal(deputy, state)).not.toBeNull();
  });

  it('by revision: the exception of the next version is nobody’s own either', () => {
    const inForce = [...created, ask(approverOne), approves(approverOne, 0), publishes(admin)];
    const owned = lived(...inForce, transfers(approverTwo));
    expect(refusal(waives(approverTwo), owned)).toBe(notSeparated);
    const waived = lived(...inForce, waives(admin));
    const revise = (...people: Person[]) => ({
      ...commands.Revise,
      approvers: people.map((person, at) => choose(person, uidOf(2011 + at))),
    });
    expect(refusal(revise(admin, approverOne), waived)).toBe(notSeparated);
    expect(refusal({ ...transfers(admin), principal: approverTwo }, waived)).toBe(notSeparated);
    expect(refusal(revise(author), waived)).toBeNull();
  });
});
