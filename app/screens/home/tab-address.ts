/** The three views of the documents home. */
export type HomeTab = 'training' | 'effective' | 'manage';

/** The view that the address asks for, or the one where this person starts: authors and admins with the manage view. */
export function homeTab(asked: string | null, manages: boolean): HomeTab {
  if (asked === 'training' || asked === 'effective') return asked;
  return manages ? 'manage' : 'training';
}

/** The parameter's value where it is one of these. */
export const oneOf = <T extends string>(values: readonly T[], value: string | null): T | undefined =>
  values.find((one) => one === value);
