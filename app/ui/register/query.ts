/** The list's query with changed parameters, `?a=b`. Undefined removes one; the page starts again unless it changes. */
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
