/** Puts what queries answered into what a page shows. `zone` is an IANA name, `minute` ISO 8601 in UTC. */
type Tell<F extends object, T extends object> = (found: F, zone: string, minute: string) => T;

/**
 * Has `tell` done once a minute for what it is of, which is then frozen: whoever is shown it within that minute is given the same object, of
 * which the HTML is kept. `now` (ISO 8601 in UTC) counts by its minute.
 */
export function eachMinute<F extends object, T extends object>(
  tell: Tell<F, T>,
): (found: F, zone: string, now: string) => Readonly<T> {
  const told = new WeakMap<F, { zone: string; minute: string; what: Readonly<T> }>();
  return (found, zone, now) => {
    const minute = `${now.slice(0, 16)}:00.000Z`;
    const before = told.get(found);
    if (before?.zone === zone && before.minute === minute) return before.what;
    const what = Object.freeze(tell(found, zone, minute));
    told.set(found, { zone, minute, what });
    return what;
  };
}
