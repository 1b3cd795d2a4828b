/** What a list is filtered by, in words, for paper: its controls are not printed. Nothing where it is whole. */
export function FilteredBy({ filters }: { filters: readonly (string | false | null)[] }) {
  const words = filters.filter(Boolean);
  return words.length > 0 ? <p className="print-only">Filtered by: {words.join(', ')}</p> : null;
}
