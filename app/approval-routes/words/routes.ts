import type { ChangeKind } from '#events/document/change-kinds.ts';
import { typeLabel } from '#events/document/type.ts';
import type { Separation, StepMeaning } from '#events/route/kinds.ts';
import type { RouteDefinition } from '#events/route/route.ts';
import type { RouteStep, StepWho } from '#events/route/step.ts';

export const meaningWords: Record<StepMeaning, string> = {
  reviewed: 'Reviewed',
  approved: 'Approved',
  quality_approved: 'Approved by the quality unit',
};

/** What has become of a step of a version. */
export const stepStateWords = { waiting: 'not open yet', open: 'open', complete: 'complete' } as const;

export const separationWords: Record<Separation, string> = {
  strict: 'The owner signs in no approving step',
  owner_not_alone: 'The owner may sign, but not alone in an approving step',
};

const versionsWords: Record<ChangeKind, string> = {
  new: 'first versions',
  major: 'major changes',
  minor: 'minor changes',
  editorial: 'editorial changes',
};

/** What a route is for, on one line. */
export const scopeWords = ({ types, areas, kinds = [] }: Pick<RouteDefinition, 'types' | 'areas' | 'kinds'>): string =>
  [
    types.map(typeLabel).join(', ') || 'All types',
    areas.map(({ name }) => name).join(', ') || 'all areas',
    ...(kinds.length > 0 ? [kinds.map((kind) => versionsWords[kind]).join(', ')] : []),
  ].join('; ');

/** Who signs in a step, as a phrase. */
export const whoWords = (who: StepWho): string => {
  switch (who.kind) {
    case 'function':
      return who.function.name;
    case 'named_by_owner':
      return 'people whom the owner names';
    case 'manager_of_owner':
      return 'the manager of the owner';
    case 'last_approvers':
      return 'who approved the version before';
  }
};

export const howManyWords = (howMany: RouteStep['howMany']): string =>
  howMany === 'all' ? 'all who are asked' : `${howMany} of those who are asked`;

/** A step on one line. */
export const stepInWords = ({ name, meaning, who, howMany, days }: RouteStep): string =>
  `${name}: ${meaningWords[meaning]}, ${whoWords(who)}, ${howManyWords(howMany)}, within ${days} ${
    days === 1 ? 'day' : 'days'
  }`;

/** What a step asks of whom, on one line. */
export const stepFacts = ({ meaning, who, howMany, days }: RouteStep): string =>
  [
    meaningWords[meaning],
    whoWords(who),
    howMany === 'all' ? 'all sign' : `${howMany} ${howMany === 1 ? 'signature' : 'signatures'}`,
    `${days} ${days === 1 ? 'day' : 'days'}`,
  ].join(' · ');

/** Whom a step lacks, and who can help; null where nobody is missing. */
export function missingWords({ who, missing }: { who: StepWho; missing: number }): string | null {
  if (missing === 0) return null;
  const people = missing === 1 ? 'One person is' : `${missing} people are`;
  switch (who.kind) {
    case 'function':
      return `${people} missing. An admin grants the function ${who.function.name}.`;
    case 'manager_of_owner':
      return `${people} missing. An admin records the owner’s manager, an active author or admin, on the owner’s page.`;
    case 'last_approvers':
    case 'named_by_owner':
      return `${people} missing. The owner names them.`;
  }
}
