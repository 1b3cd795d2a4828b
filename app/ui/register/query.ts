/**
 * The address of the same list with some parameters changed, as `?a=b`. An undefined value removes its parameter; the page
 * starts again unless it is what changes.
 */
export function withQuery(search: string, changes: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams(search);
  if (!('page' in changes)) query.delete('page');
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  return text ? `?${text}` : '?';
}
