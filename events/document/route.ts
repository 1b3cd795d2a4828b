import { isStanding, type Approval } from '#events/document/approval.ts';
import type { DocumentVersion } from '#events/document/state.ts';
import { fewestOf, isApproving, type RouteStep } from '#events/route/step.ts';

/** The step with this number, from 1, of the version's route; null where there is none. */
export const stepOf = ({ route }: Pick<DocumentVersion, 'route'>, number: number | undefined): RouteStep | null =>
  (number === undefined ? undefined : route?.steps[number - 1]) ?? null;

/** As in "step 2, Quality unit". */
export const stepWords = (number: number, { name }: RouteStep): string => `step ${number}, ${name}`;

/** The people who are asked in a step, or signed it. */
export const askedIn = ({ approvals }: Pick<DocumentVersion, 'approvals'>, number: number): Approval[] =>
  approvals.filter((one) => one.step === number && isStanding(one));

type Separated = Pick<DocumentVersion, 'route' | 'makers' | 'separationWaived'>;

/** Whether the route keeps its owners out of the step, or from being alone in it; an exception lifts either. */
const separationIn = ({ route, separationWaived }: Separated, step: RouteStep) =>
  !route || separationWaived || !isApproving(step) ? null : route.separation;

/** Whether this person may sign in the step, as far as the separation of duties goes. */
export const maySignIn = (version: Separated, step: RouteStep, user: string): boolean =>
  separationIn(version, step) !== 'strict' || !version.makers.includes(user);

/** Whether these people together could complete the step. */
export function canComplete(version: Separated, step: RouteStep, users: readonly string[]): boolean {
  const counted = users.filter((user) => maySignIn(version, step, user));
  return (
    counted.length >= fewestOf(step) &&
    (separationIn(version, step) === null || counted.some((user) => !version.makers.includes(user)))
  );
}

/** Whether as many as the step asks for have signed, with its duties separated. */
export function isComplete(version: DocumentVersion, number: number): boolean {
  const step = stepOf(version, number);
  if (!step) return false;
  const asked = askedIn(version, number);
  const signed = asked.filter(({ status }) => status === 'APPROVED');
  const signers = [...new Set(signed.map(({ user, signer = user }) => signer))];
  return (step.howMany !== 'all' || signed.length === asked.length) && canComplete(version, step, signers);
}

/** Whether this person's signature of this approval would complete its step. */
export function completesStep(
  version: DocumentVersion,
  { uid, step }: { uid: string; step: number },
  signer: string,
): boolean {
  const approvals = version.approvals.map((one) =>
    one.uid === uid ? { ...one, status: 'APPROVED' as const, signer } : one,
  );
  return isComplete({ ...version, approvals }, step);
}
