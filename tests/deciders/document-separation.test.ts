import { describe, expect, it } from 'vitest';
import type { DocumentEvent } from '#events/document/evolve.ts';
import { initialState, type DocumentState } from '#events/document/state.ts';
import {
  admin,
  approverOne,
  approverTwo,
  author,
  choose,
  signing,
  uidOf,
  type Person,
} from '#tests/deciders/people.ts';
import { commands, final, lives, nextFinal } from '#tests/deciders/document-world.ts';
import { type DocumentCommand, documentDecider } from '#tests/deciders/rules.ts';

/** A life under the separation of duties: events carry their actor, as recorded ones do. */
function lived(...given: DocumentCommand[]): DocumentState {
  let state = initialState;
  for (const command of given) {
    const decision = documentDecider.decide(separated(command), state);
    if (!decision.ok) expect.fail(`${command.type} was refused: ${JSON.stringify(decision.failure)}`);
    for (const event of decision.events) state = documentDecider.evolve(state, by(event, command.principal));
  }
  return state;
}

const separated = (command: DocumentCommand): DocumentCommand => Object.assign({}, command, { separates: true });

const by = (event: DocumentEvent, principal: DocumentCommand['principal']): DocumentEvent =>
  principal.kind === 'user'
    ? Object.assign({}, event, { actor: { ...principal, session: null, address: null } })
    : event;

/** The refusal's code of a command in a state, or null. */
function refusal(command: DocumentCommand, state: DocumentState): string | null {
  const decision = documentDecider.decide(separated(command), state);
  return decision.ok ? null : decision.failure.code;
}

const created = lives.CREATED;
const ask = (...people: Person[]) => ({
  ...commands.SendForReview,
  approvers: people.map((person, at) => choose(person, uidOf(2001 + at))),
});
const approves = (person: Person, at: number, pdf = final) => ({
  ...commands.Approve,
  principal: person,
  approval: uidOf(2001 + at),
  signing: signing(person, [pdf.sha256]),
});
const publishes = (principal: Person) => ({ ...commands.Publish, principal });
const waives = commands.WaiveSeparation;
const notSeparated = 'duties_not_separated';

describe('[CFR211-22a] the owner is not the only approver', () => {
  it('when it is sent for review', () => {
    expect(refusal(ask(author), lived(...created))).toBe(notSeparated);
    expect(refusal(ask(author, approverOne), lived(...created))).toBeNull();
    expect(refusal(ask(approverOne), lived(...created))).toBeNull();
  });

  it('nor the person who sends it for another owner', () => {
    expect(refusal({ ...ask(admin), principal: admin }, lived(...created))).toBe(notSeparated);
    expect(refusal({ ...ask(approverOne), principal: admin }, lived(...created))).toBeNull();
  });

  it('nor an owner before, after the ownership was transferred', () => {
    const state = lived(...created, { ...commands.TransferOwnership, owner: choose(approverTwo, '') });
    expect(refusal({ ...ask(author), principal: admin }, state)).toBe(notSeparated);
  });

  it('after another approver is removed', () => {
    const state = lived(...created, ask(author, approverOne));
    const remove = (at: number) => ({ ...commands.RemoveApprover, approval: uidOf(2001 + at) });
    expect(refusal(remove(1), state)).toBe(notSeparated);
    expect(refusal(remove(0), state)).toBeNull();
    const signed = lived(...created, ask(author, approverOne), approves(author, 0));
    expect(refusal(remove(1), signed)).toBe(notSeparated);
  });

  it('after another approver is replaced', () => {
    const state = lived(...created, ask(approverOne));
    const replaceBy = (person: Person) => ({
      ...commands.ReplaceApprover,
      approval: uidOf(2001),
      approver: choose(person, uidOf(2009)),
    });
    expect(refusal(replaceBy(author), state)).toBe(notSeparated);
    expect(refusal(replaceBy(approverTwo), state)).toBeNull();
  });

  it('after a transfer to the only approver, in review or once approved', () => {
    const transfer = { ...commands.TransferOwnership, owner: choose(approverOne, '') };
    const asked = [...created, ask(approverOne)];
    expect(refusal(transfer, lived(...asked))).toBe(notSeparated);
    expect(refusal(transfer, lived(...asked, approves(approverOne, 0)))).toBe(notSeparated);
    const published = [...asked, approves(approverOne, 0), publishes(admin)];
    expect(refusal(transfer, lived(...published))).toBeNull();
  });

  it('of a revision', () => {
    const state = lived(...created, ask(approverOne), approves(approverOne, 0), publishes(admin));
    const revise = (principal: Person, ...people: Person[]) => ({
      ...commands.Revise,
      principal,
      approvers: people.map((person, at) => choose(person, uidOf(2011 + at))),
    });
    expect(refusal(revise(author, author), state)).toBe(notSeparated);
    expect(refusal(revise(admin, author), state)).toBe(notSeparated);
    expect(refusal(revise(admin, admin), state)).toBe(notSeparated);
    expect(refusal(revise(author, approverOne), state)).toBeNull();
  });

  it('by a signature that was asked for before the setting', () => {
    const before = { ...ask(author), separates: false };
    let state = lived(...created);
    const sent = documentDecider.decide(before, state);
    if (!sent.ok) expect.fail('refused');
    for (const event of sent.events) state = documentDecider.evolve(state, event);
    expect(refusal(approves(author, 0), state)).toBe(notSeparated);
  });
});

describe('[CFR211-22a] the final approver is not the only approver', () => {
  it('of a version that was approved', () => {
    const adminSigns = lived(...created, ask(approverTwo), approves(approverTwo, 0));
    expect(refusal(publishes(approverTwo), adminSigns)).toBe(notSeparated);
    expect(refusal(publishes(admin), adminSigns)).toBeNull();
    const both = [ask(approverTwo, approverOne), approves(approverTwo, 0), approves(approverOne, 1)];
    expect(refusal(publishes(approverTwo), lived(...created, ...both))).toBeNull();
  });

  it('of a version that they declared effective outside the system', () => {
    const declared = lived(...created, commands.DeclareExternallyEffective);
    expect(refusal(publishes(admin), declared)).toBe(notSeparated);
    expect(refusal(publishes(approverTwo), declared)).toBeNull();
  });
});

describe('[CFR211-22a] an exception', () => {
  it('covers the version that is not published yet', () => {
    const state = lived(...created, waives, ask(author), approves(author, 0));
    expect(refusal(publishes(approverTwo), state)).toBeNull();
  });

  it('of a published version covers the next one, and none after it', () => {
    const inForce = lived(...created, ask(approverOne), approves(approverOne, 0), publishes(admin), waives);
    const revise = { ...commands.Revise, approvers: [choose(author, uidOf(2011))] };
    const revised = documentDecider.decide({ ...revise, separates: true }, inForce);
    if (!revised.ok) expect.fail('refused');
    const state = revised.events.reduce<DocumentState>(
      (folded, event) => documentDecider.evolve(folded, event),
      inForce,
    );
    const third = { ...revise, version: '3.0', files: { working: null, final: nextFinal } };
    expect(refusal(third, state)).toBe(notSeparated);
  });

  it('is recorded once, by an admin, with a reason', () => {
    const decide = (command: DocumentCommand, state: DocumentState) => documentDecider.decide(command, state);
    const twice = decide(waives, lived(...created, waives));
    expect(twice).toEqual({ ok: true, events: [] });
    expect(refusal({ ...waives, principal: author }, lived(...created))).toBe('not_allowed');
    expect(refusal({ ...waives, reason: ' ' }, lived(...created))).toBe('invalid_input');
  });
});

it('asks nothing of an organisation without the setting', () => {
  const state = lived(...created);
  expect(documentDecider.decide(ask(author), state)).toMatchObject({ ok: true });
});
