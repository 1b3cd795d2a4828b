import { describe, expect, it } from 'vitest';
import { placeInSteps } from '#events/route/place.ts';
import { admin, approverOne, approverTwo, author, otherAuthor } from '#tests/deciders/people.ts';
import { live, lives } from '#tests/deciders/document-world.ts';
import { approvalIn, inStep, route, sendAlong } from '#tests/deciders/route/world.ts';
import { documentDecider } from '#tests/deciders/rules.ts';
import { specify } from '#tests/deciders/specification.ts';

const draft = () => specify(documentDecider).given(...live(...lives.CREATED));
const review = inStep(otherAuthor, 1, approvalIn(1));
const owner = inStep(approverOne, 2, approvalIn(2));
const quality = inStep(approverTwo, 3, approvalIn(3));

describe('a step of the manager of the owner', () => {
  const [first, second, third] = route.steps;
  const managed = { ...route, steps: [first!, { ...second!, who: { kind: 'manager_of_owner' as const } }, third!] };
  const boss = { ...inStep(admin, 2, approvalIn(2)), managesOwner: true };
  const send = (approver: ReturnType<typeof inStep>, principal = author) => ({
    ...sendAlong,
    principal,
    route: managed,
    approvers: [review, approver, quality],
  });

  it('asks the manager, of whom only another admin may choose somebody else', () => {
    draft().when(send(boss)).thenTypes('DocumentSentForReview', 'StepOpened');
    draft().when(send(owner)).thenRefused('approver_not_eligible');
    draft().when(send(owner, admin)).thenTypes('DocumentSentForReview', 'StepOpened');
    const none = { ...send(boss), approvers: [review, quality] };
    draft().when(none).thenRefused('document_approvers_missing');
  });

  it('is given the manager, and nobody where there is none', () => {
    const known = { places: [], users: [], holders: [], lastApprovers: [], makers: [author.uid] };
    expect(placeInSteps(managed, { ...known, manager: admin.uid })).toEqual([{ user: admin.uid, step: 2 }]);
    expect(placeInSteps(managed, { ...known, manager: author.uid })).toEqual([]);
    expect(placeInSteps(managed, { ...known, manager: null })).toEqual([]);
  });
});
