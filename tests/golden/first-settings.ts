import { defaultSettings } from '#events/organisation/events.ts';

/** As organisations began before what the clock sends could be set. */
const later = ['reminders', 'controls', 'invitationDays', 'searchLanguage', 'secondFactor', 'factorAtSigning'];
const begun = Object.entries(defaultSettings).filter(([setting]) => !later.includes(setting));
export const settings = Object.fromEntries(begun) as typeof defaultSettings;
