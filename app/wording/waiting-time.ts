import type { StartHereCards } from '#app/queries/document/start-here.ts';
import { eachMinute } from '#app/ui/kept/each-minute.ts';

/** What waits for a person, and the zone that its dates are told in. */
export type ToldWaiting = ReturnType<typeof tellWaiting>;

/** Puts what waits for a person into what the home shows. */
export const tellWaiting = eachMinute((waiting: StartHereCards, zone) => ({ waiting, zone }));
