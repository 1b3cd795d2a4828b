/** A sentence on how many people were assigned training, to follow another one; empty for none. */
export const assignedWords = (count: number): string =>
  count === 0 ? '' : ` ${count} ${count === 1 ? 'person is' : 'people are'} assigned training.`;
