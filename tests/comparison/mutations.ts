import { random, type Paper, type PaperPart } from './papers.ts';

/** One change to a paper, and what a comparison must find. */
export interface Mutation {
  name: string;
  paper: Paper;
  /** Words that must be among those removed and added; a moved text is neither. */
  removed: string;
  added: string;
  moved?: boolean;
  cell?: { row: string; column: string };
  pictures?: number;
}

const units = ['mg', 'ml', 'kPa', 'min'];

export const kinds = [
  'word',
  'number',
  'unit',
  'table cell',
  'picture',
  'added page',
  'removed page',
  'order of pages',
] as const;

/** `count` changes of one kind, each to a paper of its own. */
export function mutationsOf(paper: Paper, kind: (typeof kinds)[number], count: number): Mutation[] {
  const next = random(11 + kinds.indexOf(kind));
  const copy = (): Paper => structuredClone(paper);
  const texts = (of: Paper) => of.pages.flat().filter((part): part is { text: string } => 'text' in part);
  const changeWord = (
    name: string,
    isWanted: (word: string) => boolean,
    change: (word: string) => string,
  ): Mutation => {
    const changed = copy();
    const all = texts(changed);
    const part = all[next(all.length)]!;
    const words = part.text.split(' ');
    const places = words.flatMap((word, at) => (isWanted(word) ? [at] : []));
    const at = places[next(places.length)]!;
    const [removed, added] = [words[at]!, change(words[at]!)];
    words[at] = added;
    part.text = words.join(' ');
    return { name: `${name} ${removed}, now ${added}`, paper: changed, removed, added };
  };
  const changes: ((index: number) => Mutation)[] = [
    (index) =>
      changeWord(
        'the word',
        (word) => /^[a-z]{3,}$/.test(word) && !units.includes(word),
        () => `replaced${index}`,
      ),
    () =>
      changeWord(
        'the number',
        (word) => /^\d+$/.test(word),
        (word) => `${Number(word) + 1 + next(30)}`,
      ),
    () =>
      changeWord(
        'the unit',
        (word) => units.includes(word),
        (word) => units[(units.indexOf(word) + 1 + next(3)) % 4]!,
      ),
    () => {
      const changed = copy();
      const page = next(3);
      const { table } = changed.pages[page]![3] as { table: string[][] };
      const [row, column] = [1 + next(3), 1 + next(2)];
      const removed = table[row]![column]!;
      const added = column === 1 ? `${Number(removed) + 1 + next(9)}` : 'Pa';
      table[row]![column] = added;
      const cell = { row: table[row]![0]!, column: table[0]![column]! };
      return {
        name: `the cell ${cell.row}, ${cell.column} ${removed}, now ${added}`,
        paper: changed,
        removed,
        added,
        cell,
      };
    },
    (index) => {
      const changed = copy();
      const parts = changed.pages[next(3)]!;
      const name = index % 2 === 0 ? 'another picture' : 'no picture';
      parts[4] = index % 2 === 0 ? { picture: [5 + next(30), 220 + next(30)] } : { text: '' };
      return { name, paper: changed, removed: '', added: '', pictures: 1 };
    },
    (index) => {
      const changed = copy();
      const text = `added page ${index} holds ${next(900)} notes that nobody wrote before`;
      changed.pages.splice(next(4), 0, [{ text }]);
      return { name: 'a page added', paper: changed, removed: '', added: text };
    },
    () => {
      const changed = copy();
      const [page] = changed.pages.splice(next(3), 1);
      return { name: 'a page removed', paper: changed, removed: wordsOf(page!), added: '', pictures: 1 };
    },
    () => {
      const changed = copy();
      const [page] = changed.pages.splice(next(3), 1);
      const others = changed.pages.length;
      const now = paper.pages.findIndex((one) => wordsOf(one) === wordsOf(page!));
      changed.pages.splice((now + 1 + next(others)) % (others + 1), 0, page!);
      return { name: 'pages in another order', paper: changed, removed: '', added: '', moved: true };
    },
  ];
  const change = changes[kinds.indexOf(kind)]!;
  return Array.from({ length: count }, (_, index) => change(index));
}

export const wordsOf = (parts: readonly PaperPart[]): string =>
  parts
    .flatMap((part) => {
      if ('heading' in part) return [part.heading];
      if ('text' in part) return [part.text];
      return 'table' in part ? part.table.flat() : [];
    })
    .join(' ');
