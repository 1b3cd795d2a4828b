/**
 * The command id of one of several forms on a page that run the same command: what is done to one person must not
 * answer for another.
 */
export const ofTarget = (commandId: string, uid: string): string => `${commandId}-${uid.slice(0, 8)}`;
