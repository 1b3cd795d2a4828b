/** How many people an act has assigned training, to follow another sentence; nothing where there are none. */
export const assignedWords = (count: number): string =>
  count === 0 ? '' : ` ${count} ${count === 1 ? 'person is' : 'people are'} assigned training.`;
